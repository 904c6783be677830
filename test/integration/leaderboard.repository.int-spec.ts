import { LeaderboardMetric, leaderboardMetrics } from '../../src/leaderboard/boards.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { hoursAgo } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';
import { readEntries } from '../support/data/read-entries.js';

describe('LeaderboardRepository', () => {
  const store = TestStore.whileTesting();
  let repository: LeaderboardRepository;

  beforeAll(() => {
    repository = new LeaderboardRepository(store.prisma);
  });

  afterEach(() => store.data.clear());

  /** A streamer on the board with the given figures. */
  const place = async (id: string, watchtime: number, followers: [number, number] = [0, 0]) => {
    await store.data.streamer({ id, login: `login_${id}` });
    await store.data.stream({ streamer_id: id, watchtime, avg_viewers: watchtime, peak_viewers: watchtime });
    await store.data.followerPoints(id, [
      [hoursAgo(20), followers[0]],
      [hoursAgo(10), followers[1]],
    ]);
  };

  const idsBy = async (metric: LeaderboardMetric, from = 0, limit = 100) =>
    (await readEntries(repository, metric, from, limit)).map(({ id }) => id);

  it('returns nothing before the first refresh', async () => {
    await place('1', 10);
    expect(await idsBy('watchtime')).toEqual([]);
  });

  it('returns nothing from an empty board', async () => {
    await store.data.refreshBoard();
    expect(await idsBy('watchtime')).toEqual([]);
  });

  it('returns every figure of an entry as a number', async () => {
    await store.data.streamer({ id: '9223372036854775807', login: 'somebody', display_name: 'Somebody' });
    const figures = { watchtime: 2 ** 40, avg_viewers: 2 ** 33, peak_viewers: 2 ** 34 };
    await store.data.stream({ streamer_id: '9223372036854775807', ...figures });
    await store.data.followerPoints('9223372036854775807', [
      [hoursAgo(2), 2 ** 35],
      [hoursAgo(1), 2 ** 35 - 5],
    ]);
    await store.data.refreshBoard();
    expect(await readEntries(repository, 'watchtime', 0, 100)).toEqual([
      {
        id: '9223372036854775807',
        name: 'somebody',
        display_name: 'Somebody',
        platform: 'twitch',
        external_id: null,
        followers: 2 ** 35 - 5,
        watchtime: 2 ** 40,
        averageviewers: 2 ** 33,
        peakviewers: 2 ** 34,
        followergain: -5,
        previous_rank: null,
        total_minutes: 60,
        stream_count: 1,
        language: 'en',
      },
    ]);
  });

  it('finds the places of a streamer by each figure, by login and by ID', async () => {
    expect(await repository.findRanks('login_3', 30)).toBeNull();
    await place('3', 20);
    expect(await repository.findRanks('login_3', 30)).toMatchObject({ from: null });
    await place('1', 10);
    await place('2', 30, [5, 6]);
    await store.data.streamer({ id: '4' });
    await store.data.refreshBoard();
    const ranks = { entries: 3, values: [20, 20, 0, 0, 20], positions: [1, 1, 2, 2, 1] };
    expect(await repository.findRanks('login_3', 30)).toMatchObject(ranks);
    expect(await repository.findRanks('3', 7)).toMatchObject(ranks);
    const none = Array(5).fill(null);
    expect(await repository.findRanks('4', 30)).toMatchObject({
      values: none,
      positions: none,
      previous_positions: none,
    });
  });

  it('returns unknown figures as null for pages, and the viewers of the last twelve streams', async () => {
    await place('1', 10, [7, 9]);
    await store.data.streamer({ id: '2' });
    for (let hours = 40; hours > 26; hours--) {
      const viewers = hours === 30 ? null : hours;
      await store.data.stream({
        streamer_id: '2',
        started_at: hoursAgo(hours),
        avg_viewers: viewers,
        watchtime: viewers,
      });
    }
    // Of two streams with the same start, the lower ID is the newer one.
    await store.data.stream({ streamer_id: '2', started_at: hoursAgo(38), avg_viewers: 99, watchtime: 0 });
    await store.data.streamer({ id: '3' });
    const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
    await store.data.stream({ streamer_id: '3', ...unknown });
    await store.data.followerPoints('3', [[hoursAgo(5), 0]]);
    await store.data.refreshBoard();
    const details = await repository.rankDetails({ board: 30, sort: 'watchtime', from: 0, limit: 9 });
    expect(details.map(({ recent_viewers }) => recent_viewers)).toEqual([
      [38, 37, 36, 35, 34, 33, 32, 31, null, 29, 28, 27],
      [10],
      [null],
    ]);
    expect(details).toMatchObject([
      { id: '2', followers: null, followergain: null },
      { id: '1', watchtime: 10, followers: 9, followergain: 2, is_compared: true },
      { id: '3', watchtime: null, averageviewers: null, peakviewers: null, followers: 0, followergain: null },
    ]);
    expect(await repository.findBoard(30)).toMatchObject({ entries: 3 });
  });

  it('ranks by each metric, the highest first', async () => {
    await place('1', 10, [50, 40]);
    await place('2', 30, [10, 20]);
    await place('3', 20, [90, 90]);
    await store.data.refreshBoard();
    const orders = { watchtime: ['2', '3', '1'], followers: ['3', '1', '2'], followergain: ['2', '3', '1'] };
    expect(await idsBy('watchtime')).toEqual(orders.watchtime);
    expect(await idsBy('averageviewers')).toEqual(orders.watchtime);
    expect(await idsBy('peakviewers')).toEqual(orders.watchtime);
    expect(await idsBy('followers')).toEqual(orders.followers);
    expect(await idsBy('followergain')).toEqual(orders.followergain);
  });

  it.each(leaderboardMetrics)('ranks equal %s by channel ID, lower first, as numbers', async (metric) => {
    for (const id of ['100', '20', '3']) await place(id, 10);
    await store.data.refreshBoard();
    expect(await idsBy(metric)).toEqual(['3', '20', '100']);
  });

  it('returns the positions from the first to one before the end, up to the limit', async () => {
    for (const id of ['1', '2', '3', '4']) await place(id, 10);
    await store.data.refreshBoard();
    expect(await idsBy('watchtime', 1, 2)).toEqual(['2', '3']);
    expect(await idsBy('watchtime', 3, 2)).toEqual(['4']);
    expect(await idsBy('watchtime', 4, 2)).toEqual([]);
    expect(await idsBy('watchtime', 0, 1)).toEqual(['1']);
  });

  it.each(['"', '\\', '/', ',', '{}', 'null', '\u0001\b\t\n\f\r', '<b>&amp;', 'ünï ☕ 日本 🎮', "'); --"])(
    'returns the display name %j unchanged',
    async (display_name) => {
      await store.data.streamer({ id: '1', login: 'somebody', display_name });
      await store.data.stream({ streamer_id: '1' });
      await store.data.refreshBoard();
      expect(await readEntries(repository, 'watchtime', 0, 10)).toMatchObject([{ display_name }]);
    },
  );

  it('returns 2^53 - 1 for a watchtime that is too large for JSON, before smaller ones', async () => {
    await place('1', Number.MAX_SAFE_INTEGER);
    await store.data.stream({ streamer_id: '1', watchtime: 1 });
    for (const id of ['2', '3']) await place(id, 10);
    await store.data.refreshBoard();
    expect(await readEntries(repository, 'watchtime', 0, 3)).toMatchObject([
      { id: '1', watchtime: Number.MAX_SAFE_INTEGER },
      { id: '2', watchtime: 10 },
      { id: '3', watchtime: 10 },
    ]);
  });

  it('returns nothing at a position outside of the integer range', async () => {
    await place('1', 10);
    await store.data.refreshBoard();
    for (const from of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await idsBy('watchtime', from, 201)).toEqual([]);
    }
  });
});
