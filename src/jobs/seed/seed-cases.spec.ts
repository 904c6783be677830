import { readFileSync } from 'node:fs';
import { readSeed, SeedRow, SeedRows } from '../../../test/support/data/seed-rows.js';
import { SEED_EXAMPLES } from './seed-examples.js';

const NOW = new Date('2026-11-21T09:41:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_START_MS = NOW.getTime() - 30 * 24 * HOUR_MS;

let data: SeedRows;
beforeAll(async () => {
  data = await readSeed(NOW);
});

function streamer(login: string): SeedRow {
  const found = data.streamers.find((row) => row.login === login);
  if (found === undefined) throw new Error(`no streamer ${login}`);
  return found;
}

function streamsOf(login: string): SeedRow[] {
  return data.streams.filter((row) => row.streamer_id === streamer(login).id);
}

function minutesOf(stream: SeedRow): number {
  return (Date.parse(stream.ended_at ?? NOW.toISOString()) - Date.parse(stream.started_at)) / MINUTE_MS;
}

function samplesOf(streamId: string): number[] {
  return data.viewer_samples.filter((row) => row.stream_id === streamId).map((row) => Date.parse(row.created_at));
}

describe('the examples of the documentation', () => {
  it('include an offline streamer whose newest stream has every property and message statistics', () => {
    const { streamerLogin, streamerId, streamId } = SEED_EXAMPLES;
    const { id, display_name } = streamer(streamerLogin);
    expect([id, display_name]).toEqual([streamerId, 'AuroraPlays']);
    const [newest] = streamsOf(streamerLogin).toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
    expect(newest?.id).toBe(streamId);
    expect(Object.keys(newest ?? {}).length).toBe(17);
    expect(data.message_stats.find((row) => row.stream_id === streamId)?.total_messages).toBeGreaterThan(1_000);
    expect(streamsOf(streamerLogin).filter((row) => row.ended_at === undefined)).toEqual([]);
  });

  it('include a stream with one sample a minute for 5 hours with a gap, and without figures of its own', () => {
    const stream = data.streams.find((row) => row.id === SEED_EXAMPLES.sampledStreamId) as SeedRow;
    expect([stream.avg_viewers, stream.peak_viewers, stream.watchtime]).toEqual([undefined, undefined, undefined]);
    const moments = samplesOf(stream.id);
    const gaps = moments.slice(1).map((moment, index) => (moment - (moments[index] ?? 0)) / MINUTE_MS);
    expect([minutesOf(stream), gaps.length, ...new Set(gaps)]).toEqual([300, 274, 1, 26]);
  });

  it('include a live streamer with samples to the last minute, one without data, and one whose login is another ID', () => {
    const live = streamsOf(SEED_EXAMPLES.liveStreamerLogin).filter((row) => row.ended_at === undefined);
    expect(live.map((row) => row.id)).toEqual([SEED_EXAMPLES.liveStreamId]);
    expect(samplesOf(SEED_EXAMPLES.liveStreamId).at(-1)).toBe(NOW.getTime() - MINUTE_MS);
    const empty = streamer(SEED_EXAMPLES.emptyStreamerLogin).id;
    const rows = [...data.streams, ...data.follower_points, ...data.panels];
    expect(rows.filter((row) => row.streamer_id === empty)).toEqual([]);
    const digits = SEED_EXAMPLES.digitsLoginAndId;
    const both = data.streamers.filter((row) => row.login === digits || row.id === digits);
    expect(both.map((row) => row.login)).toEqual([digits, 'nineteen_candles']);
  });

  it('include an event of the next days, and live streams with samples, one of which was not seen for an hour', () => {
    expect(data.events.filter(({ started_at }) => Date.parse(started_at) > NOW.getTime())).toHaveLength(1);
    const ages = data.streams
      .filter(({ ended_at, title }) => ended_at === undefined && title !== undefined)
      .map(({ id }) => Math.floor((NOW.getTime() - (samplesOf(id).at(-1) ?? NaN)) / HOUR_MS));
    // The stream that is always live has no samples.
    expect(ages.toSorted()).toEqual([...Array.from({ length: 7 }, () => 0), 1, NaN]);
  });

  it('include a past event with samples of all its streams to their ends', () => {
    const streams = data.event_streams.filter((row) => row.event_id === '300000006');
    const seen = streams.map(({ stream_id: id }) => {
      const stream = data.streams.find((row) => row.id === id) as SeedRow;
      return Date.parse(stream.ended_at ?? '') - (samplesOf(id).at(-1) ?? 0) <= 5 * MINUTE_MS;
    });
    expect(seen).toEqual([true, true, true, true]);
  });

  it('include events with observed, live and deleted streams', () => {
    const streamsOfEvent = (id: string) => data.event_streams.filter((row) => row.event_id === id);
    const guests = streamsOfEvent(SEED_EXAMPLES.eventId).map((row) => samplesOf(row.stream_id).length > 0);
    expect(guests).toEqual([true, true, true]);
    const live = streamsOfEvent(SEED_EXAMPLES.liveEventId).map((row) => row.stream_id);
    expect(data.streams.filter((row) => live.includes(row.id) && row.ended_at === undefined).length).toBe(2);
    expect(data.events.find((row) => row.id === SEED_EXAMPLES.privateEventId)?.is_public).toBe(false);
    expect(data.streams.find((row) => row.id === SEED_EXAMPLES.deletedStreamId)?.title).toBeUndefined();
  });
});

describe('earlier streams', () => {
  const agesOf = (number: number) =>
    data.streams
      .filter((row) => row.streamer_id === String(100_000_000 + number))
      .map((row) => (NOW.getTime() - Date.parse(row.started_at)) / (24 * HOUR_MS));
  const isBefore = (age: number) => age > 31 && age <= 60;

  it('give every ordinary streamer a previous window', () => {
    const numbers = Array.from({ length: 150 }, (_, index) => 101 + index);
    expect(numbers.filter((number) => !agesOf(number).some(isBefore))).toEqual([]);
  });

  it('reach back half a year for a dozen streamers, and four months for the live example', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => 101 + index);
    expect(numbers.filter((number) => Math.max(...agesOf(number)) < 170)).toEqual([]);
    expect(Math.max(...agesOf(3))).toBeGreaterThan(110);
  });
});

describe('special streams', () => {
  it('start an hour outside the window, an hour inside and 25 hours inside', () => {
    const hours = streamsOf('windowpane_wes').map((row) => (Date.parse(row.started_at) - WINDOW_START_MS) / HOUR_MS);
    expect(hours).toEqual([-1, 1, 25]);
  });

  it.each(['2026-11-21T09:41:00Z', '2026-12-01T01:00:00Z', '2027-01-01T04:00:00Z'])(
    'cross the last two month ends at %s',
    async (iso) => {
      const { streams: all } = await readSeed(new Date(iso));
      const streams = all.filter((row) => row.streamer_id === streamer('calendar_cass').id);
      const months = streams.map((row) => [row.started_at, row.ended_at ?? ''].map((date) => date.slice(0, 7)));
      expect(months.length).toBe(2);
      for (const [first, last] of months) expect(first).not.toBe(last);
    },
  );
});

it('has a follower history with six points on one day', () => {
  const points = data.follower_points.filter((row) => row.streamer_id === streamer('refresh_rita').id);
  const days = points.map((row) => row.created_at.slice(0, 10));
  expect(days.filter((day) => day === days.at(-1)).length).toBe(6);
});

describe('docs/seed.md', () => {
  const text = readFileSync('docs/seed.md', 'utf8');

  it('names streamers and streams that exist', () => {
    const names = new Set(data.streamers.flatMap((row) => [row.id, row.login]));
    const ids = new Set(data.streams.map((row) => row.id));
    const named = [...text.matchAll(/\/streamer\/([^/`]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    const written = [...text.matchAll(/\b401\d{8}\b/g)].map((match) => match[0]);
    expect(written.filter((id) => !ids.has(id))).toEqual(['40100998999', '40100000000']);
  });

  it('counts the rows of each kind', () => {
    const counts = Object.values(data).map((rows: SeedRow[]) => rows.length.toLocaleString('en'));
    expect(counts.filter((count) => !text.replaceAll('\n', ' ').includes(` ${count} `))).toEqual([]);
  });
});
