import fc from 'fast-check';
import { inTransaction } from '../../src/database/in-transaction.js';
import { refreshLeaderboard, replaceBoards } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { replaceBoard, takeBoardIds } from '../../src/jobs/refresh/replace-board.js';
import { boardDays } from '../../src/leaderboard/boards.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { BoardRow, expectedBoard } from '../support/data/expected-board.js';
import { Factories, FollowerPointData, hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';
import { readEntries } from '../support/data/read-entries.js';
import { propertyRuns } from '../support/data/property-runs.js';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const windowMinutes = 30 * dayMinutes;
const edges = [7, 14, 30, 60, 90, 180].map((days) => days * dayMinutes);

describe('refreshLeaderboard', () => {
  let store: TestStore;
  let data: Factories;
  let entries: LeaderboardRepository;

  beforeAll(async () => {
    store = await TestStore.start();
    data = store.data;
    entries = new LeaderboardRepository(store.prisma);
  });

  afterAll(() => store.stop());

  afterEach(() => data.clear());

  const board = () => readEntries(entries, 'watchtime', 0, 200);

  const place = async (overrides: Partial<StreamData> = {}) => {
    const streamer = await data.streamer();
    await data.stream({ streamer_id: streamer.id, ...overrides });
    return streamer;
  };

  it('creates an empty board without data', async () => {
    expect(await refreshLeaderboard(data.client, { now: testNow })).toEqual({
      ...{ entries: 0, capped: 0, skipped: false, dueMonths: [], seconds: expect.any(Number) as number },
    });
    expect(await boardsOf(data)).toEqual([{ entry_count: 0, refreshed_at: testNow, window_start: hoursAgo(720) }]);
  });

  it('caps sums at 2^53 - 1, even above 64 bits, and reports the number of capped entries', async () => {
    const watchtime = Number.MAX_SAFE_INTEGER;
    const { id: streamer_id } = await place({ watchtime });
    await data.streams(Array.from({ length: 1_100 }, () => ({ streamer_id, watchtime })));
    await place({ watchtime: 1 });
    expect(await refreshLeaderboard(data.client, { now: testNow })).toMatchObject({ entries: 2, capped: 1 });
    expect((await board()).map((entry) => entry.watchtime)).toEqual([watchtime, 1]);
  });

  it('omits streamers without a stream in the window, even with other data', async () => {
    const silent = await data.streamer();
    await data.followerPoints(silent.id, [
      [hoursAgo(2), 1],
      [hoursAgo(1), 9],
    ]);
    await place({ started_at: new Date(hoursAgo(720).getTime() - 1), ended_at: hoursAgo(1) });
    await place({ started_at: testNow, ended_at: null });
    const first = await place({ started_at: hoursAgo(720) });
    const last = await place({ started_at: new Date(testNow.getTime() - 1), ended_at: null });
    await data.refreshBoard();
    expect((await board()).map(({ id }) => id).sort()).toEqual([first.id, last.id].sort());
  });

  it('uses the login as the name, or the channel ID after the login has passed to another channel', async () => {
    const current = await place();
    const former = await data.streamer({ login: null, display_name: 'Former' });
    await data.stream({ streamer_id: former.id });
    await data.refreshBoard();
    expect((await board()).map(({ name, display_name }) => [name, display_name])).toEqual([
      [current.login, current.display_name],
      [former.id, 'Former'],
    ]);
  });

  it('computes the same figures and ranks as the TypeScript definitions', async () => {
    await fc.assert(
      fc.asyncProperty(someStreamers, async (streamers) => {
        await data.clear();
        const { streams, points } = await insert(data, streamers);
        await data.refreshBoard();
        expect(await rowsOf(data)).toEqual(expectedBoard(streams, points, testNow));
        for (const days of [7, 90]) {
          expect(await rowsOf(data, days)).toEqual(expectedBoard(streams, points, testNow, days));
        }
      }),
      propertyRuns(20),
    );
  });

  it('computes gains of followers that add up for the parts of a window', async () => {
    const pause = fc.integer({ min: 1, max: 31 * 24 });
    const counts = fc.array(fc.tuple(pause, fc.nat({ max: 50 })), { maxLength: 12 });
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 150 * 24 }), { minLength: 3, maxLength: 5 });
    const gainIn = async (from: number, to: number) => {
      const window = windowOf(from, to);
      await inTransaction(data.client, async () => {
        const [id = ''] = await takeBoardIds(data.client, 1);
        await replaceBoard(data.client, id, { days: 30, window, now: testNow, hasGames: false });
      });
      return (await rowsOf(data))[0]?.follower_gain ?? NaN;
    };
    const windowOf = (from: number, to: number) => ({ from: +hoursAgo(from), to: +hoursAgo(to) });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 150 * 24 }), counts, cuts, async (last, pauses, times) => {
        await data.clear();
        const bounds = times.toSorted((a, b) => b - a);
        const { id: streamer_id } = await data.streamer();
        await data.streams(bounds.map((ago) => ({ streamer_id, started_at: hoursAgo(ago), ended_at: hoursAgo(ago) })));
        let ago = last;
        await data.followerPoints(
          streamer_id,
          pauses.map(([hours, followers]): [Date, number] => [hoursAgo((ago += hours)), followers]),
        );
        let sum = 0;
        for (const [i, to] of bounds.slice(1).entries()) sum += await gainIn(bounds[i] as number, to);
        expect(sum).toBe(await gainIn(bounds[0] as number, bounds.at(-1) as number));
      }),
      propertyRuns(30),
    );
  });

  it('creates rows that equal the stats of the same window and moment', async () => {
    const stats = new StreamerRepository(store.prisma);
    await fc.assert(
      fc.asyncProperty(someStreamers, async (streamers) => {
        await data.clear();
        await insert(data, streamers);
        await data.refreshBoard();
        for (const days of boardDays) {
          const rows = await readEntries(entries, 'watchtime', 0, 200, days);
          for (const { id, watchtime, averageviewers, peakviewers } of rows) {
            expect(await stats.findWindowStats(id, windowEndingAt(testNow, days))).toMatchObject({
              watchtime,
              avg_viewers: averageviewers,
              peak_viewers: peakviewers,
            });
          }
        }
      }),
      propertyRuns(20),
    );
  });

  it('shows readers the old boards until the new ones are complete, and then removes them', async () => {
    const idsOn = async (days: number) => (await readEntries(entries, 'watchtime', 0, 9, days)).map(({ id }) => id);
    const week = await place();
    const quarter = await place({ started_at: hoursAgo(24 * 80), watchtime: 1 });
    await data.refreshBoard();
    const added = await place({ watchtime: 2 ** 40 });
    await data.client.query('BEGIN');
    await replaceBoards(data.client, testNow);
    expect(await idsOn(7)).toEqual([week.id]);
    expect(await idsOn(30)).toEqual([week.id]);
    expect(await idsOn(90)).toEqual([week.id, quarter.id]);
    await data.client.query('COMMIT');
    expect(await idsOn(7)).toEqual([added.id, week.id]);
    expect(await idsOn(30)).toEqual([added.id, week.id]);
    expect(await idsOn(90)).toEqual([added.id, week.id, quarter.id]);
    expect(await rowsOf(data, 7)).toHaveLength(2);
    expect(await rowsOf(data)).toHaveLength(2);
    expect(await boardsOf(data)).toHaveLength(1);
    expect(await rowsOf(data, 90)).toHaveLength(3);
  });

  it('keeps the games until they are ranked again', async () => {
    const idsOf = async (sql: string) => (await data.client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
    const games = () => idsOf('SELECT DISTINCT e.board_id AS id FROM game_entries e ORDER BY 1');
    const shown = () =>
      idsOf('SELECT b.games_id AS id FROM boards b WHERE b.games_id = b.id OR b.days = 30 ORDER BY 1');
    const replace = (withWindows: boolean) =>
      inTransaction(data.client, () => replaceBoards(data.client, testNow, withWindows, 0));
    await place({ game_name: 'Chess' });
    await replace(true);
    const first = await games();
    expect(first).toHaveLength(1);
    await replace(false);
    await replace(false);
    expect([await games(), await shown()]).toEqual([first, first]);
    expect(await idsOf('SELECT b.game_count::text AS id FROM boards b WHERE b.days = 30')).toEqual(['1']);
    await replace(true);
    expect(await games()).not.toEqual(first);
    expect(await shown()).toEqual(await games());
  });

  it.each<[string, number, number, number]>([
    ['no delay below one second', 999, 0, 2],
    ['up to twenty seconds for one second', 1_000, 10, 1],
    ['not after twenty seconds', 1_000, 22, 2],
    ['up to an hour for five minutes', 300_000, 3_500, 1],
    ['not after an hour', 300_000, 3_700, 2],
    ['no delay for a time far ahead', 300_000, -4_000, 2],
  ])('delays the other boards by their build time: %s', async (_title, buildMs, seconds, shown) => {
    const counts = async () =>
      Promise.all(boardDays.map(async (days) => (await readEntries(entries, 'watchtime', 0, 9, days)).length));
    const addStream = () => place({ started_at: new Date(Date.now() - 7_200_000), ended_at: null });
    await addStream();
    await refreshLeaderboard(data.client);
    await data.client.query(
      `UPDATE boards SET build_ms = $1, refreshed_at = now() - make_interval(secs => $2) WHERE days = 7`,
      [buildMs, seconds],
    );
    await addStream();
    await refreshLeaderboard(data.client, { isInBackground: true });
    expect(await counts()).toEqual([shown, 2, shown]);
    await addStream();
    await refreshLeaderboard(data.client);
    expect(await counts()).toEqual([3, 3, 3]);
  });

  it('keeps the old board after a failure, and the connection stays usable', async () => {
    const old = await place();
    await data.refreshBoard();
    await data.streamer({ id: '666' });
    await data.stream({ streamer_id: '666' });
    await data.client.query('ALTER TABLE board_entries ADD CONSTRAINT refuses CHECK (streamer_id <> 666)');
    await expect(refreshLeaderboard(data.client, { now: hoursAgo(-1) })).rejects.toThrow('refuses');
    expect((await board()).map(({ id }) => id)).toEqual([old.id]);
    expect(await boardsOf(data)).toMatchObject([{ refreshed_at: testNow }]);
    await data.client.query('ALTER TABLE board_entries DROP CONSTRAINT refuses');
    await data.refreshBoard();
    expect(await board()).toHaveLength(2);
  });

  it('keeps the new board when the viewers of events cannot be computed', async () => {
    await place();
    await data.event({ figures_due: true });
    await data.client.query('ALTER TABLE events ADD CONSTRAINT refuses CHECK (figures_due)');
    await expect(refreshLeaderboard(data.client, { now: testNow })).rejects.toThrow('refuses');
    expect(await board()).toHaveLength(1);
    await data.client.query('ALTER TABLE events DROP CONSTRAINT refuses');
  });
});

interface SomeStreamer {
  id: bigint;
  streams: Pick<StreamData, 'started_at' | 'ended_at' | 'avg_viewers' | 'peak_viewers' | 'watchtime' | 'language'>[];
  points: [Date, number][];
}

const moment = fc
  .oneof(
    fc.constantFrom(0, 1, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])),
    fc.integer({ min: -100, max: windowMinutes + 3_000 }),
    fc.integer({ min: -100, max: 185 * dayMinutes }),
  )
  .map((minutes) => new Date(testNow.getTime() - minutes * minuteMs));

// Small figures, so that many are equal.
const figure = fc.option(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 1_000_000 })));

const someStream = fc
  .record({
    started_at: moment,
    seconds: fc.option(fc.nat({ max: 200_000 })),
    avg: figure,
    more: figure,
    watchtime: figure,
    language: fc.constantFrom(null, 'en', 'pt', 'pt-br'),
  })
  .map(({ started_at, seconds, avg, more, watchtime, language }) => ({
    started_at,
    ended_at: seconds === null ? null : new Date(started_at.getTime() + seconds * 1000),
    avg_viewers: avg,
    peak_viewers: more === null ? null : (avg ?? 0) + more,
    watchtime,
    language,
  }));

const someStreamers: fc.Arbitrary<SomeStreamer[]> = fc.uniqueArray(
  fc.record({
    id: fc.oneof(fc.bigInt({ min: 1n, max: 30n }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })),
    streams: fc.array(someStream, { maxLength: 5 }),
    points: fc.uniqueArray(fc.tuple(moment, fc.nat({ max: 50 })), {
      maxLength: 5,
      selector: ([createdAt]) => createdAt.getTime(),
    }),
  }),
  { maxLength: 12, selector: ({ id }) => id },
);

async function insert(data: Factories, streamers: SomeStreamer[]) {
  const points: FollowerPointData[] = [];
  const streams: StreamData[] = [];
  for (const { id, ...streamer } of streamers) {
    const streamer_id = String(id);
    await data.streamer({ id: streamer_id });
    streams.push(...(await data.streams(streamer.streams.map((stream) => ({ streamer_id, ...stream })))));
    await data.followerPoints(streamer_id, streamer.points);
    points.push(...streamer.points.map(([created_at, followers]) => ({ streamer_id, created_at, followers })));
  }
  return { streams, points };
}

async function boardsOf({ client }: Factories) {
  const { rows } = await client.query<{ entry_count: number; refreshed_at: Date; window_start: Date }>(
    'SELECT b.entry_count, b.refreshed_at, b.window_start FROM boards b WHERE b.days = 30 ORDER BY b.id',
  );
  return rows;
}

/** All stored entries of a window, from any board. */
async function rowsOf({ client }: Factories, days = 30): Promise<BoardRow[]> {
  const { rows } = await client.query<BoardRow>(`
    SELECT e.streamer_id::text AS streamer_id, e.language, e.total_minutes, e.stream_count, e.watchtime::float8 AS watchtime,
      e.average_viewers::float8 AS average_viewers, e.peak_viewers::float8 AS peak_viewers,
      e.followers::float8 AS followers, e.follower_gain::float8 AS follower_gain,
      ARRAY[e.watchtime_position, e.average_viewers_position, e.peak_viewers_position, e.followers_position,
        e.follower_gain_position] AS positions,
      ARRAY[e.previous_watchtime_position, e.previous_average_viewers_position, e.previous_peak_viewers_position,
        e.previous_followers_position, e.previous_follower_gain_position] AS previous
    FROM board_entries e
    JOIN boards b ON b.id = e.board_id AND b.days = ${days}
    ORDER BY e.streamer_id`);
  return rows;
}
