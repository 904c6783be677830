import { readSeed, SeedRow, SeedRows } from '../../../test/support/data/seed-rows.js';
import { seedIds } from '../../database/platforms/seed-ids.js';

function endOf(stream: SeedRow, now: Date): number {
  return stream.ended_at === undefined ? now.getTime() : Date.parse(stream.ended_at);
}

describe.each(['2026-11-21T09:41:37.512Z', '2027-01-01T03:59:00.000Z', '2028-02-29T23:59:59.999Z'])(
  'every row of the seed of %s',
  (iso) => {
    const now = new Date(iso);
    let data: SeedRows;
    let streams: Map<string, SeedRow>;

    beforeAll(async () => {
      data = await readSeed(now);
      streams = new Map(data.streams.map((stream) => [stream.id, stream]));
    });

    it('has no date after now, except events', () => {
      const dates = Object.values({ ...data, events: [] }).flatMap((rows: SeedRow[]) =>
        rows.flatMap(({ started_at, created_at, ended_at, removed_at }) => [
          started_at,
          created_at,
          ended_at,
          removed_at,
        ]),
      );
      expect(dates.filter((date) => date !== undefined && Date.parse(date) > now.getTime())).toEqual([]);
    });

    it.each(Object.keys(seedIds) as (keyof typeof seedIds)[])(
      'has a unique ID within the range of its kind (%s)',
      (kind) => {
        const range = seedIds[kind];
        const isOutside = ({ id }: SeedRow) => Number(id) < range.first || Number(id) > range.last;
        expect(data[kind].filter(isOutside)).toEqual([]);
        expect(new Set(data[kind].map(({ id }) => id)).size).toBe(data[kind].length);
      },
    );

    // The import uses the last of the rows with the same key.
    it('has a unique key', () => {
      const keys = [
        data.streamers.map((row) => row.login),
        data.stream_changes.map((row) => `${row.stream_id} ${row.created_at}`),
        data.viewer_samples.map((row) => `${row.stream_id} ${row.created_at}`),
        data.follower_points.map((row) => `${row.streamer_id} ${row.created_at}`),
        data.message_stats.map((row) => row.stream_id),
        data.panels.map((row) => `${row.streamer_id} ${row.raw_url}`),
        data.event_streams.map((row) => `${row.event_id} ${row.stream_id}`),
      ];
      for (const ofKind of keys) expect(new Set(ofKind).size).toBe(ofKind.length);
    });

    it('is consistent', () => {
      const lengthOf = (stream: SeedRow) => endOf(stream, now) - Date.parse(stream.started_at);
      const wrong = {
        ends: data.streams.filter((stream) => lengthOf(stream) < 0),
        watchtimes: data.streams.filter(
          (stream) => (stream.watchtime ?? 0) > ((stream.peak_viewers ?? Infinity) * lengthOf(stream)) / 60_000,
        ),
        views: data.streams.filter((stream) => (stream.live_views ?? 0) > (stream.live_views_final ?? Infinity)),
        titles: data.streams.filter((stream) => (stream.title?.length ?? 0) > 280),
      };
      expect(Object.values(wrong).flat()).toEqual([]);
    });

    it('has the message count of its stream', () => {
      for (const stats of data.message_stats) {
        expect(stats.unique_chatters).toBeLessThanOrEqual(stats.total_messages);
        expect(streams.get(stats.stream_id)?.unique_chatters).toBe(stats.unique_chatters);
      }
    });

    it('was observed during its stream', () => {
      const isOutside = ({ stream_id: id, created_at: at }: SeedRow) => {
        const stream = streams.get(id) as SeedRow;
        return Date.parse(at) < Date.parse(stream.started_at) || Date.parse(at) > endOf(stream, now);
      };
      expect(data.viewer_samples.filter(isOutside)).toEqual([]);
    });

    it('is together only during all of its streams', () => {
      for (const session of data.colab_sessions) {
        for (const id of session.stream_ids) {
          const stream = streams.get(id) as SeedRow;
          expect(Date.parse(session.started_at)).toBeGreaterThanOrEqual(Date.parse(stream.started_at));
          expect(endOf(session, now)).toBeLessThanOrEqual(endOf(stream, now));
        }
      }
    });

    it('gives a streamer one stream at a time, unless both have the same start', () => {
      for (const { id } of data.streamers) {
        const ofStreamer = data.streams.filter((stream) => stream.streamer_id === id);
        const sorted = ofStreamer.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
        for (const [index, next] of sorted.slice(1).entries()) {
          const previous = sorted[index] as SeedRow;
          const isApart = previous.ended_at !== undefined && previous.ended_at <= next.started_at;
          expect(isApart || previous.started_at === next.started_at ? [] : [previous, next]).toEqual([]);
        }
        expect(ofStreamer.filter((stream) => stream.ended_at === undefined).length).toBeLessThanOrEqual(1);
      }
    });
  },
);
