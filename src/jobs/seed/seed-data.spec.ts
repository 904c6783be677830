import { kinds } from '../../ingest/kinds/kinds.js';
import { seedData } from './seed-data.js';
import { seedIds } from './seed-ids.js';
import { SeedData, StreamRecord } from './seed-records.js';

const NOW = new Date('2026-11-21T09:41:37.512Z');
const DAY_MS = 24 * 60 * 60_000;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DATES = new Set(['started_at', 'ended_at', 'updated_at', 'created_at', 'removed_at', 'timestamp']);
/** The streams of this streamer are at month ends, which do not move evenly. */
const AT_MONTHS_END = '100000033';

type Row = Record<string, unknown>;

function rowsOf(data: SeedData): Row[] {
  return Object.values(data).flat() as Row[];
}

function datesOf(row: Row): number[] {
  return Object.entries(row).flatMap(([property, value]) => (DATES.has(property) ? [Date.parse(String(value))] : []));
}

function withoutDates(data: SeedData): Row[] {
  return rowsOf(data).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([property]) => !DATES.has(property))),
  );
}

function endOf(stream: StreamRecord, now: Date): number {
  return stream.ended_at === undefined ? now.getTime() : Date.parse(stream.ended_at);
}

function byKey<T>(rows: T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

describe('the seed as a function of now', () => {
  it('is the same within a minute', () => {
    expect(seedData(NOW)).toEqual(seedData(new Date('2026-11-21T09:41:00.000Z')));
  });

  it.each([
    ['a day', DAY_MS],
    ['an hour and a half', 90 * 60_000],
    ['half a year', 183 * DAY_MS],
  ])('changes nothing but dates when now moves by %s', (_, ms) => {
    expect(withoutDates(seedData(new Date(NOW.getTime() + ms)))).toEqual(withoutDates(seedData(NOW)));
  });

  it('moves every date by a day when now moves by a day', () => {
    const isEven = (row: Row) => row['streamer_id'] !== AT_MONTHS_END || row['started_at'] === undefined;
    const today = rowsOf(seedData(NOW)).filter(isEven);
    const tomorrow = rowsOf(seedData(new Date(NOW.getTime() + DAY_MS))).filter(isEven);
    expect(tomorrow.map(datesOf)).toEqual(today.map((row) => datesOf(row).map((date) => date + DAY_MS)));
  });
});

describe.each([NOW.toISOString(), '2027-01-01T03:59:00.000Z', '2028-02-29T23:59:59.999Z'])(
  'every row of the seed of %s',
  (iso) => {
    const now = new Date(iso);
    const data = seedData(now);
    const streams = new Map(data.streams.map((stream) => [stream.id, stream]));

    it('passes the checks of the import', () => {
      expect(JSON.parse(JSON.stringify(data))).toStrictEqual(data);
      for (const kind of kinds) {
        expect(data[kind.name].length).toBeGreaterThan(0);
        for (const row of data[kind.name]) kind.toRow({ ...row });
      }
    });

    it('has dates in UTC with milliseconds, not after now except those of events', () => {
      const texts = rowsOf({ ...data, events: [] }).flatMap((row) =>
        Object.entries(row).flatMap(([property, value]) => (DATES.has(property) ? [String(value)] : [])),
      );
      expect(texts.filter((text) => !ISO.test(text) || Date.parse(text) > now.getTime())).toEqual([]);
    });

    it.each(Object.keys(seedIds) as (keyof typeof seedIds)[])(
      'has a unique ID within the range of its kind (%s)',
      (kind) => {
        const range = seedIds[kind];
        const isOutside = ({ id }: { id: string }) => Number(id) < range.first || Number(id) > range.last;
        expect(data[kind].filter(isOutside)).toEqual([]);
        expect(new Set(data[kind].map(({ id }) => id)).size).toBe(data[kind].length);
      },
    );

    it('has a unique key', () => {
      const keys = [
        data.streamers.map((row) => row.login),
        data.viewer_samples.map((row) => `${row.stream_id} ${row.created_at}`),
        data.follower_points.map((row) => `${row.streamer_id} ${row.created_at}`),
        data.message_stats.map((row) => row.stream_id),
        data.panels.map((row) => `${row.streamer_id} ${row.raw_url}`),
        data.event_streams.map((row) => `${row.event_id} ${row.stream_id}`),
      ];
      for (const ofKind of keys) expect(new Set(ofKind).size).toBe(ofKind.length);
    });

    it('belongs to a streamer or stream that exists', () => {
      const streamerIds = new Set(data.streamers.map((row) => row.id));
      for (const rows of [data.streams, data.follower_points, data.panels]) {
        expect(rows.filter((row) => !streamerIds.has(row.streamer_id))).toEqual([]);
      }
      for (const rows of [data.viewer_samples, data.message_stats, data.event_streams]) {
        expect(rows.filter((row) => !streams.has(row.stream_id))).toEqual([]);
      }
      const eventIds = new Set(data.events.map((row) => row.id));
      for (const rows of [data.event_streams, data.event_markers]) {
        expect(rows.filter((row) => !eventIds.has(row.event_id))).toEqual([]);
      }
      expect(data.colab_sessions.flatMap((row) => row.stream_ids).filter((id) => !streams.has(id))).toEqual([]);
    });

    it('is consistent', () => {
      const lengthOf = (stream: StreamRecord) => endOf(stream, now) - Date.parse(stream.started_at);
      const most = ({ peak_viewers: peak }: StreamRecord) => peak ?? Infinity;
      const wrong = {
        ends: data.streams.filter((stream) => lengthOf(stream) < 0),
        averages: data.streams.filter((stream) => (stream.avg_viewers ?? 0) > most(stream)),
        watchtimes: data.streams.filter(
          (stream) => (stream.watchtime ?? 0) > (most(stream) * lengthOf(stream)) / 60_000,
        ),
        views: data.streams.filter((stream) => (stream.live_views ?? 0) > (stream.live_views_final ?? Infinity)),
        titles: data.streams.filter((stream) => (stream.title?.length ?? 0) > 280),
        panels: data.panels.filter((panel) => panel.removed_at !== undefined && panel.removed_at < panel.created_at),
      };
      expect(Object.values(wrong).flat()).toEqual([]);
    });

    it('has the message count of its stream', () => {
      for (const stats of data.message_stats) {
        expect(stats.deleted_messages).toBeLessThanOrEqual(stats.total_messages);
        expect(stats.unique_chatters).toBeLessThanOrEqual(stats.total_messages);
        expect(streams.get(stats.stream_id)?.unique_chatters).toBe(stats.unique_chatters);
      }
    });

    it('was observed during its stream', () => {
      const isOutside = ({ stream_id: id, created_at: at }: SeedData['viewer_samples'][number]) => {
        const stream = streams.get(id) as StreamRecord;
        return Date.parse(at) < Date.parse(stream.started_at) || Date.parse(at) > endOf(stream, now);
      };
      expect(data.viewer_samples.filter(isOutside)).toEqual([]);
    });

    it('is together only during all of its streams', () => {
      for (const session of data.colab_sessions) {
        const end = session.ended_at === undefined ? now.getTime() : Date.parse(session.ended_at);
        for (const id of session.stream_ids) {
          const stream = streams.get(id) as StreamRecord;
          expect(Date.parse(session.started_at)).toBeGreaterThanOrEqual(Date.parse(stream.started_at));
          expect(end).toBeLessThanOrEqual(endOf(stream, now));
        }
      }
    });

    it('gives a streamer one stream at a time, unless both have the same start', () => {
      for (const ofStreamer of byKey(data.streams, (stream) => stream.streamer_id).values()) {
        const sorted = ofStreamer.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
        for (const [index, next] of sorted.slice(1).entries()) {
          const previous = sorted[index] as StreamRecord;
          const isApart = previous.ended_at !== undefined && previous.ended_at <= next.started_at;
          expect(isApart || previous.started_at === next.started_at ? [] : [previous, next]).toEqual([]);
        }
        expect(ofStreamer.filter((stream) => stream.ended_at === undefined).length).toBeLessThanOrEqual(1);
      }
    });
  },
);
