import { readFileSync } from 'node:fs';
import { readPanelLink } from '../../partners/panel-url.js';
import { seedData } from './seed-data.js';
import { SEED_EXAMPLES } from './seed-examples.js';
import { SeedData, StreamRecord } from './seed-records.js';

const NOW = new Date('2026-11-21T09:41:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_MS = 30 * 24 * HOUR_MS;
const WINDOW_START_MS = NOW.getTime() - WINDOW_MS;

const data = seedData(NOW);

function streamer(login: string): SeedData['streamers'][number] {
  const found = data.streamers.find((row) => row.login === login);
  if (found === undefined) throw new Error(`no streamer ${login}`);
  return found;
}

function streamsOf(login: string): StreamRecord[] {
  return data.streams.filter((row) => row.streamer_id === streamer(login).id);
}

function minutesOf(stream: StreamRecord): number {
  return (Date.parse(stream.ended_at ?? NOW.toISOString()) - Date.parse(stream.started_at)) / MINUTE_MS;
}

function followersOf(streamerId: string): { at: number; followers: number }[] {
  return data.follower_points
    .filter((row) => row.streamer_id === streamerId)
    .map((row) => ({ at: Date.parse(row.created_at), followers: row.followers }))
    .toSorted((a, b) => a.at - b.at);
}

function samplesOf(streamId: string): number[] {
  return data.viewer_samples.filter((row) => row.stream_id === streamId).map((row) => Date.parse(row.created_at));
}

describe('the examples of the documentation', () => {
  it('have a streamer who is not live, and whose newest stream has every property and message statistics', () => {
    const { streamerLogin, streamerId, streamerDisplayName, streamId } = SEED_EXAMPLES;
    const { id, display_name } = streamer(streamerLogin);
    expect([id, display_name]).toEqual([streamerId, streamerDisplayName]);
    const [newest] = streamsOf(streamerLogin).toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
    expect(newest?.id).toBe(streamId);
    expect(Object.keys(newest ?? {}).length).toBe(16);
    expect(data.message_stats.find((row) => row.stream_id === streamId)?.total_messages).toBeGreaterThan(1_000);
    expect(streamsOf(streamerLogin).filter((row) => row.ended_at === undefined)).toEqual([]);
  });

  it('have a stream with a sample a minute for 5 hours with a gap, and without figures of its own', () => {
    const stream = data.streams.find((row) => row.id === SEED_EXAMPLES.sampledStreamId) as StreamRecord;
    expect([stream.avg_viewers, stream.peak_viewers, stream.watchtime]).toEqual([undefined, undefined, undefined]);
    const moments = samplesOf(stream.id);
    const gaps = moments.slice(1).map((moment, index) => (moment - (moments[index] ?? 0)) / MINUTE_MS);
    expect([minutesOf(stream), gaps.length, ...new Set(gaps)]).toEqual([300, 274, 1, 26]);
  });

  it('have a streamer who is live with samples to the last minute, one without data and one of two meanings', () => {
    const live = streamsOf(SEED_EXAMPLES.liveStreamerLogin).filter((row) => row.ended_at === undefined);
    expect(live.map((row) => row.id)).toEqual([SEED_EXAMPLES.liveStreamId]);
    expect(samplesOf(SEED_EXAMPLES.liveStreamId).at(-1)).toBe(NOW.getTime() - MINUTE_MS);
    const empty = streamer(SEED_EXAMPLES.emptyStreamerLogin).id;
    const rows: { streamer_id: string }[] = [...data.streams, ...data.follower_points, ...data.panels];
    expect(rows.filter((row) => row.streamer_id === empty)).toEqual([]);
    const digits = SEED_EXAMPLES.digitsLoginAndId;
    const both = data.streamers.filter((row) => row.login === digits || row.id === digits);
    expect(both.map((row) => row.login)).toEqual([digits, 'nineteen_candles']);
  });

  it('have events of streams that are observed, live and deleted', () => {
    const streamsOfEvent = (id: string) => data.event_streams.filter((row) => row.event_id === id);
    const guests = streamsOfEvent(SEED_EXAMPLES.eventId).map((row) => samplesOf(row.stream_id).length > 0);
    expect(guests).toEqual([true, true, true]);
    const live = streamsOfEvent(SEED_EXAMPLES.liveEventId).map((row) => row.stream_id);
    expect(data.streams.filter((row) => live.includes(row.id) && row.ended_at === undefined).length).toBe(2);
    expect(data.events.find((row) => row.id === SEED_EXAMPLES.privateEventId)?.is_public).toBe(false);
    expect(data.streams.find((row) => row.id === SEED_EXAMPLES.deletedStreamId)?.title).toBeUndefined();
  });
});

describe('special streams', () => {
  it('lie an hour outside of the window, an hour inside and 25 hours inside', () => {
    const hours = streamsOf('windowpane_wes').map((row) => (Date.parse(row.started_at) - WINDOW_START_MS) / HOUR_MS);
    expect(hours).toEqual([-1, 1, 25]);
  });

  it.each(['2026-11-21T09:41:00Z', '2026-12-01T01:00:00Z', '2027-01-01T04:00:00Z'])(
    'go across the last two ends of a month at %s',
    (iso) => {
      const streams = seedData(new Date(iso)).streams.filter((row) => row.streamer_id === streamer('calendar_cass').id);
      const months = streams.map((row) => [row.started_at, row.ended_at ?? ''].map((date) => date.slice(0, 7)));
      expect(months.length).toBe(2);
      for (const [first, last] of months) expect(first).not.toBe(last);
    },
  );
});

describe('follower histories', () => {
  it('have six points on one day', () => {
    const days = followersOf(streamer('refresh_rita').id).map((point) => new Date(point.at).toISOString().slice(0, 10));
    expect(days.filter((day) => day === days.at(-1)).length).toBe(6);
  });
});

/** The links that stand for a streamer's partners: of each root domain the earliest that is still there. */
function partnersOf(login: string): string[] {
  const partners = new Map<string, SeedData['panels'][number]>();
  for (const panel of data.panels.filter((row) => row.streamer_id === streamer(login).id && !row.removed_at)) {
    const link = readPanelLink(panel.raw_url);
    const known = partners.get(link?.rootDomain ?? '');
    if (link?.isCommercial && (known === undefined || panel.created_at < known.created_at)) {
      partners.set(link.rootDomain, panel);
    }
  }
  return [...partners.values()].map((panel) => panel.raw_url);
}

it.each([
  ['shortlink_shay', ['https://bit.ly/seed-sample-nordvale']],
  ['subdomain_sue', ['https://www.lumora-keycaps.com']],
  ['teatime_colin', ['https://shop.fernwick-tea.co.uk/colin', 'https://oldmarket-scones.co.uk/?ref=colin']],
  ['punycode_pia', ['https://shop.xn--rstwerk-nordlicht-zzb.com/pia']],
  ['contract_over_remy', ['https://nordvale-vpn.com/remy2']],
  ['social_only_sol', []],
])('gives %s the partners that the panels were made for', (login, partners) => {
  expect(partnersOf(login)).toEqual(partners);
});

interface BoardRow {
  watchtime: number;
  averageviewers: number;
  followers: number;
  followergain: number;
  peakviewers: number;
}

const METRICS = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

/** The board at a moment after seeding, worked out from the rows; streams with figures of their own are enough. */
function boardAt(at: Date): Map<string, BoardRow> {
  const from = at.getTime() - WINDOW_MS;
  const board = new Map<string, BoardRow>();
  for (const { id } of data.streamers) {
    const streams = data.streams.filter((row) => row.streamer_id === id && Date.parse(row.started_at) >= from);
    if (streams.length > 0) board.set(id, { ...viewersOf(streams), ...gainOf(id, from) });
  }
  return board;
}

function viewersOf(streams: StreamRecord[]) {
  const known = streams.filter((stream) => stream.avg_viewers !== undefined);
  const weighed = known.reduce((sum, row) => sum + (row.avg_viewers ?? 0) * minutesOf(row), 0);
  const minutes = known.reduce((sum, row) => sum + minutesOf(row), 0);
  return {
    watchtime: streams.reduce((sum, row) => sum + (row.watchtime ?? 0), 0),
    averageviewers: minutes === 0 ? 0 : Math.round(weighed / minutes),
    peakviewers: Math.max(0, ...streams.map((row) => row.peak_viewers ?? 0)),
  };
}

function gainOf(streamerId: string, from: number) {
  const points = followersOf(streamerId);
  const inWindow = points.filter((point) => point.at >= from);
  const followergain = (inWindow.at(-1)?.followers ?? 0) - (inWindow[0]?.followers ?? 0);
  return { followers: points.at(-1)?.followers ?? 0, followergain };
}

describe('the board of the seed', () => {
  const board = boardAt(NOW);
  const idsWith = (metric: (typeof METRICS)[number], value: unknown) =>
    [...board].filter(([, row]) => row[metric] === value).map(([id]) => id);

  it.each([
    ['watchtime', 216_000, 311, 4],
    ['averageviewers', 444, 315, 4],
    ['peakviewers', 1_234, 319, 4],
    ['followers', 50_000, 323, 4],
    ['followergain', 250, 327, 3],
    ['followergain', -75, 330, 3],
  ] as const)('has streamers equal in %s at %d, and in nothing else', (metric, value, first, count) => {
    const ids = Array.from({ length: count }, (_, index) => String(100_000_000 + first + index));
    expect(idsWith(metric, value)).toEqual(expect.arrayContaining(ids));
    for (const other of METRICS.filter((name) => name !== metric)) {
      expect(new Set(ids.map((id) => board.get(id)?.[other])).size).toBe(count);
    }
  });

  it('has two streamers equal in every metric', () => {
    expect(board.get('100000334')).toEqual(board.get('100000333'));
  });

  it('has more entries than a page of 200, and more equal ones than fit on a page of 50', () => {
    expect(board.size).toBeGreaterThan(205);
    for (const metric of ['watchtime', 'averageviewers', 'peakviewers'] as const) {
      expect(idsWith(metric, board.get('100000251')?.[metric]).length).toBeGreaterThan(50);
    }
  });

  it('has gains below, at and above zero', () => {
    const gains = [...board.values()].map((row) => Math.sign(row.followergain));
    for (const sign of [-1, 0, 1]) expect(gains.filter((gain) => gain === sign).length).toBeGreaterThan(10);
  });

  it('stays the same for a day but for streamers at an edge of the window', () => {
    const nextDay = boardAt(new Date(NOW.getTime() + 24 * HOUR_MS));
    const changed = [...board].filter(([id, row]) => JSON.stringify(nextDay.get(id)) !== JSON.stringify(row));
    expect(changed.map(([id]) => id)).toEqual(['100000031', '100000055', '100000056', '100000057']);
  });
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
    const counts = Object.values(data).map((rows: unknown[]) => rows.length.toLocaleString('en'));
    expect(counts.filter((count) => !text.replaceAll('\n', ' ').includes(` ${count} `))).toEqual([]);
  });
});
