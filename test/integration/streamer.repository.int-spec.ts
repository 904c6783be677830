import fc from 'fast-check';
import { calendarWindow } from '../../src/figures/calendar.js';
import { reportWork } from '../../src/database/reads/work.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { countOf } from '../../src/streamer/dto/channel-points.response.js';
import { allTime, TimeRange } from '../../src/figures/time.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';
import { propertyRuns } from '../support/data/property-runs.js';

const window = windowEndingAt(testNow);
const zeros = { stream_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };

describe('StreamerRepository', () => {
  const store = TestStore.whileTesting();
  let repository: StreamerRepository;

  beforeAll(() => {
    repository = new StreamerRepository(store.prisma);
  });

  it('finds the channel ID by login in any case and by ID, and null for an unknown streamer', async () => {
    const { id } = await store.data.streamer({ id: '9223372036854775805', login: 'largest' });
    for (const name of ['largest', 'LARGEST', id]) expect(await repository.findId(name)).toBe(BigInt(id));
    expect(await repository.findId('nobody')).toBeNull();
    const atOnce = await Promise.all(['nobody', id, 'largest'].map((name) => repository.findId(name)));
    expect(atOnce).toEqual([null, BigInt(id), BigInt(id)]);
  });

  it('finds the name, the last count of followers, and the live state with the last observation', async () => {
    const { id, login } = await store.data.streamer({ display_name: 'Some Body' });
    const offline = { is_live: false, is_stale: false, last_seen_at: null };
    const profile = { display_name: 'Some Body', ...offline, followers: null };
    expect(await repository.findProfile(login ?? '', testNow)).toEqual(profile);
    await store.data.followerPoints(id, [
      [hoursAgo(3), 9],
      [hoursAgo(2), 7],
    ]);
    await store.data.stream({ streamer_id: id, started_at: hoursAgo(9), ended_at: hoursAgo(8) });
    expect(await repository.findProfile(id, testNow)).toEqual({ ...profile, followers: 7 });
    const observed_at = hoursAgo(0.5);
    await store.data.stream({ streamer_id: id, started_at: hoursAgo(1), ended_at: null, observed_at });
    const live = { ...profile, followers: 7, is_live: true, last_seen_at: observed_at.toISOString() };
    expect(await repository.findProfile(id, testNow)).toEqual(live);
    const later = new Date(testNow.getTime() + 1);
    expect(await repository.findProfile(id, later)).toEqual({ ...live, is_stale: true });
    expect(await repository.findProfile('nobody', testNow)).toBeNull();
  });

  it('counts the streams and follower counts that it reads as work of the request', async () => {
    const { id: streamer_id } = await store.data.streamer();
    await store.data.streams([1, 2, 3].map((hours) => ({ streamer_id, started_at: hoursAgo(10 * hours) })));
    await store.data.followerPoints(
      streamer_id,
      [4, 3, 2, 1].map((hours) => [hoursAgo(hours), hours]),
    );
    const microsOf = async (read: () => Promise<unknown>) => {
      let workMs = 0;
      await reportWork((milliseconds) => (workMs += milliseconds), read);
      return 1_000 * workMs;
    };
    expect(await microsOf(() => repository.findWindowStats(streamer_id, window))).toBeCloseTo(3 * 2 + 15);
    expect(await microsOf(() => repository.listPoints('followers', streamer_id, 9))).toBeCloseTo(4 * 1.5 + 15);
    expect(await microsOf(() => repository.listThinnedPoints('followers', streamer_id, 2))).toBeCloseTo(4 * 1.5 + 15);
  });

  describe('findWindowStats', () => {
    const statsOf = async (...streams: Partial<StreamData>[]) => {
      const { id: streamer_id } = await store.data.streamer();
      await store.data.streams(streams.map((stream) => ({ streamer_id, ...stream })));
      return repository.findWindowStats(streamer_id, window);
    };

    it('returns null for an unknown streamer', async () => {
      expect(await repository.findWindowStats('nobody', window)).toBeNull();
    });

    it('returns zeros without streams', async () => {
      expect(await statsOf()).toEqual(zeros);
    });

    it('returns zeros when every stream is outside of the window', async () => {
      expect(await statsOf({ started_at: hoursAgo(721) }, { started_at: hoursAgo(-1), ended_at: null })).toEqual(zeros);
    });

    it('counts streams from the first instant of the window to the last instant before its end', async () => {
      const inside = [window.from, window.to - 1];
      const outside = [window.from - 1, window.to];
      const streams = [...inside, ...outside].map((at) => ({ started_at: new Date(at) }));
      expect(await statsOf(...streams)).toMatchObject({ stream_count: 2, watchtime: 12_000 });
    });

    it('counts the whole time of a stream that began in the window and ended after it', async () => {
      const stats = await statsOf({ started_at: hoursAgo(1), ended_at: hoursAgo(-1) });
      expect(stats).toMatchObject({ stream_count: 1, total_minutes: 120 });
    });

    it('adds up whole minutes, rounded down per stream', async () => {
      const started_at = hoursAgo(10);
      const after = (seconds: number) => ({ started_at, ended_at: new Date(started_at.getTime() + seconds * 1000) });
      expect(await statsOf(after(0), after(59.999), after(60), after(119.999), after(3_600))).toMatchObject({
        stream_count: 5,
        total_minutes: 62,
      });
    });

    it('weights viewers by minutes, ignores unknown viewers, and rounds halves up', async () => {
      const hours = (count: number) => ({ started_at: hoursAgo(100), ended_at: hoursAgo(100 - count) });
      const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
      const weighed = await statsOf(
        { ...hours(1), avg_viewers: 10, peak_viewers: 30 },
        { ...hours(3), avg_viewers: 20, peak_viewers: 25 },
        { ...hours(50), ...unknown },
      );
      // (10 x 1 + 20 x 3) / 4 = 17.5
      expect(weighed).toMatchObject({ total_minutes: 54 * 60, avg_viewers: 18, peak_viewers: 30, watchtime: 12_000 });
    });

    it('uses the plain mean when all streams are too short for a weight', async () => {
      const started_at = hoursAgo(5);
      const short = (avg_viewers: number | null) => ({ started_at, ended_at: started_at, avg_viewers });
      expect(await statsOf(short(10), short(20), short(null))).toMatchObject({ total_minutes: 0, avg_viewers: 15 });
    });

    it('returns zeros for figures that are unknown for every stream', async () => {
      const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
      expect(await statsOf(unknown, unknown)).toEqual({ ...zeros, stream_count: 2, total_minutes: 120 });
    });

    it('keeps large figures exact', async () => {
      const half = (Number.MAX_SAFE_INTEGER - 1) / 2;
      const big = { avg_viewers: Number.MAX_SAFE_INTEGER, peak_viewers: Number.MAX_SAFE_INTEGER };
      expect(await statsOf({ ...big, watchtime: half }, { ...big, watchtime: half + 1 })).toEqual({
        stream_count: 2,
        total_minutes: 120,
        avg_viewers: Number.MAX_SAFE_INTEGER,
        peak_viewers: Number.MAX_SAFE_INTEGER,
        watchtime: Number.MAX_SAFE_INTEGER,
      });
    });

    it('returns 2^53 - 1 for a sum that a number cannot hold exactly', async () => {
      const most = { watchtime: Number.MAX_SAFE_INTEGER };
      expect(await statsOf(most, { watchtime: 1 })).toMatchObject({ stream_count: 2, ...most });
    });

    it('rounds a mean of large figures exactly', async () => {
      const half = (Number.MAX_SAFE_INTEGER - 1) / 2;
      const big = (avg_viewers: number) => ({ avg_viewers, peak_viewers: Number.MAX_SAFE_INTEGER });
      const long = { started_at: new Date(testNow.getTime() - 29 * 24 * 3_600_000), ended_at: testNow };
      // Just below a half: 1 / 3 of 20,880 and 20,879 minutes.
      const shorter = { ...long, started_at: new Date(long.started_at.getTime() + 60_000) };
      expect(await statsOf({ ...shorter, ...big(half + 1) }, { ...long, ...big(half) })).toMatchObject({
        avg_viewers: half,
      });
    });

    it('counts a live stream up to its last observation, and never after the end of the window', async () => {
      const live = { started_at: hoursAgo(10), ended_at: null };
      expect(await statsOf({ ...live, observed_at: hoursAgo(8) })).toMatchObject({ total_minutes: 120 });
      const ahead = new Date(testNow.getTime() + 3_600_000);
      expect(await statsOf({ ...live, observed_at: ahead })).toMatchObject({ total_minutes: 600 });
    });
  });

  describe('hasLiveStream', () => {
    it('finds only a live stream of this streamer that started in the window', async () => {
      const live = { started_at: hoursAgo(5), ended_at: null };
      const { id } = await store.data.streamer();
      await store.data.streams([
        { streamer_id: id, ...live },
        { streamer_id: id, started_at: hoursAgo(9), ended_at: hoursAgo(8) },
        { streamer_id: (await store.data.streamer()).id, ...live, started_at: hoursAgo(9) },
      ]);
      const ask = (from: number, to: number) =>
        repository.hasLiveStream(id, { from: +hoursAgo(from), to: +hoursAgo(to) });
      expect([await ask(5, 4), await ask(6, 5), await ask(10, 6), await ask(4, 3)]).toEqual([
        true,
        false,
        false,
        false,
      ]);
      expect(await repository.hasLiveStream('nobody', window)).toBeNull();
    });
  });

  describe('listPoints', () => {
    it('returns null for an unknown streamer', async () => {
      expect(await repository.listPoints('followers', 'nobody', 10)).toBeNull();
    });

    it('returns nothing for a streamer without follower points', async () => {
      const { id } = await store.data.streamer();
      expect(await repository.listPoints('followers', id, 10)).toEqual([]);
    });

    it('returns the oldest points first, up to the limit, of this streamer alone', async () => {
      const { id } = await store.data.streamer();
      const other = await store.data.streamer();
      await store.data.followerPoints(id, [
        [hoursAgo(1), 0],
        [hoursAgo(3), 2 ** 40],
        [hoursAgo(2), 5],
      ]);
      await store.data.followerPoints(other.id, [[hoursAgo(9), 9]]);
      const all = [
        { followers: 2 ** 40, created_at: '2026-06-15T09:00:00.000Z' },
        { followers: 5, created_at: '2026-06-15T10:00:00.000Z' },
        { followers: 0, created_at: '2026-06-15T11:00:00.000Z' },
      ];
      expect(await repository.listPoints('followers', id, 2)).toEqual(all.slice(0, 2));
      expect(await repository.listPoints('followers', id, 3)).toEqual(all);
      expect(await repository.listPoints('followers', id, 4)).toEqual(all);
    });

    it('returns the points of a half-open range', async () => {
      const { id } = await store.data.streamer();
      await store.data.followerPoints(
        id,
        [4, 3, 2, 1].map((hours) => [hoursAgo(hours), hours]),
      );
      const followersIn = async (range: Partial<TimeRange>) =>
        (await repository.listPoints('followers', id, 9, { ...allTime, ...range }))?.map(({ followers }) => followers);
      const [one, three] = [+hoursAgo(1), +hoursAgo(3)];
      expect(await followersIn({ from: three, to: one })).toEqual([3, 2]);
      expect(await followersIn({ from: three })).toEqual([3, 2, 1]);
      expect(await followersIn({ to: three })).toEqual([4]);
      expect(await followersIn({ from: one, to: three })).toEqual([]);
    });
  });

  describe('listGainPoints', () => {
    const gainIn = async (id: string, range: TimeRange) =>
      (await repository.listGainPoints('followers', id, range))?.map(countOf);
    const at = (...[day, ms = 0]: [day: number, ms?: number]) => new Date(Date.UTC(2024, 0, day) + ms);
    const from = (day: number, to?: number) => ({ from: +at(day), to: to === undefined ? Infinity : +at(to) });

    it('returns the last count before each range and the last one in it, in simultaneous calls', async () => {
      const { id } = await store.data.streamer();
      await store.data.followerPoints(
        id,
        [1, 2, 3, 4, 5].map((day): [Date, number] => [at(day), 11 - day]),
      );
      const asked = [allTime, from(1, 4), from(2, 5), from(3, 4), from(6), from(0, 1)];
      const found = await Promise.all(asked.map((range) => gainIn(id, range)));
      expect(found).toEqual([[10, 6], [10, 8], [10, 7], [9, 8], [6], []]);
      expect((await repository.listGainPoints('followers', id))?.[1]?.created_at).toBe('2024-01-05T00:00:00.000Z');
      expect(await repository.listGainPoints('followers', 'nobody')).toBeNull();
    });

    it('starts with the first count in the range if the one before is more than 31 days older than the start', async () => {
      const { id } = await store.data.streamer();
      await store.data.followerPoints(id, [
        [at(1), 1],
        [at(40), 40],
        [at(41), 41],
      ]);
      expect(await gainIn(id, from(32))).toEqual([1, 41]);
      expect(await gainIn(id, { from: +at(32, 1), to: Infinity })).toEqual([40, 41]);
      expect(await gainIn(id, { from: +at(32, 1), to: +at(40) })).toEqual([]);
    });

    it('leads to gains that add up for the parts of any window, and for the months of a year', async () => {
      const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 31 * 24 }), fc.nat({ max: 99 })), { maxLength: 60 });
      const hours = fc.integer({ min: 0, max: 1_100 * 24 });
      const parts = fc.uniqueArray(hours, { minLength: 3, maxLength: 6 });
      const zone = fc.constantFrom('UTC', 'America/Havana', 'Asia/Amman');
      const afterStart = (hour: number) => at(1).getTime() + hour * 3_600_000;
      await fc.assert(
        fc.asyncProperty(hours, counts, parts, zone, async (first, pauses, cuts, tz) => {
          const { id } = await store.data.streamer();
          let hour = first - 400 * 24;
          await store.data.followerPoints(
            id,
            pauses.map(([pause, followers]): [Date, number] => [new Date(afterStart((hour += pause))), followers]),
          );
          const gain = async (range: TimeRange) => {
            const followers = (await gainIn(id, range)) ?? [];
            return (followers.at(-1) ?? 0) - (followers[0] ?? 0);
          };
          const months = Array.from({ length: 13 }, (_, i) => calendarWindow(2025, 1 + i, 1, tz).from);
          for (const bounds of [cuts.toSorted((a, b) => a - b).map(afterStart), months]) {
            const whole = { from: bounds[0] as number, to: bounds.at(-1) as number };
            const gains = await Promise.all(bounds.slice(1).map((to, i) => gain({ from: bounds[i] as number, to })));
            expect(gains.reduce((sum, one) => sum + one, 0)).toBe(await gain(whole));
          }
          expect(calendarWindow(2025, 1, 12, tz)).toMatchObject({ from: months[0], to: months[12] });
        }),
        propertyRuns(100),
      );
    });
  });

  describe('listThinnedPoints', () => {
    const startMs = Date.UTC(2024, 0, 1);
    const thin = async (points: [ms: number, followers: number][], limit: number, range = allTime) => {
      const { id } = await store.data.streamer();
      await store.data.followerPoints(
        id,
        points.map(([ms, followers]) => [new Date(startMs + ms), followers]),
      );
      const kept = await repository.listThinnedPoints('followers', id, limit, range);
      return kept.map(({ created_at, followers }) => [Date.parse(created_at) - startMs, followers]);
    };

    it('returns nothing for a streamer without points, or an unknown streamer', async () => {
      expect(await thin([], 10)).toEqual([]);
      expect(await repository.listThinnedPoints('followers', 'nobody', 10)).toEqual([]);
    });

    it('thins only the points of a range', async () => {
      const points: [number, number][] = [[0, 90], [10, 5], [20, 9], [30, 1], [40, 5], [50, 0]]; // prettier-ignore
      const range = { from: startMs + 10, to: startMs + 50 };
      expect(await thin(points, 3, range)).toEqual([[10, 5], [40, 5]]); // prettier-ignore
      expect(await thin(points, 4, range)).toEqual([[10, 5], [20, 9], [30, 1], [40, 5]]); // prettier-ignore
    });

    it('keeps the ends of the longest history to the millisecond', async () => {
      const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999) - startMs;
      const firstMs = Date.parse('0001-01-01T00:00:00.000Z') - startMs;
      const kept = await thin([[firstMs, 1], [lastMs - 2, 1], [lastMs - 1, 1], [lastMs, 1]], 1_000); // prettier-ignore
      expect(kept.map(([ms]) => ms)).toEqual([firstMs, lastMs - 2, lastMs]);
    });
  });
});
