import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { PartnersRepository } from '../../src/partners/partners.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { StreamsRepository } from '../../src/streams/detail/streams.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';
import { readEntries } from '../support/data/read-entries.js';

/** The order differs from the order of the IDs and of the logins. */
const asked = ['20', '3', '100'];

/** One statement reads the data of simultaneous calls. */
describe('each of several simultaneous reads returns its own data', () => {
  const store = TestStore.whileTesting();
  let streams: StreamsRepository;
  let streamers: StreamerRepository;
  let board: LeaderboardRepository;

  beforeAll(async () => {
    streams = new StreamsRepository(store.prisma);
    streamers = new StreamerRepository(store.prisma);
    board = new LeaderboardRepository(store.prisma);
    for (const [index, id] of ['100', '3', '20'].entries()) {
      await store.data.streamer({ id, login: `${'cab'.charAt(index)}_${id}` });
      for (let stream = 0; stream < 3; stream++) {
        const started_at = hoursAgo(10 + stream);
        await store.data.stream({ id: `${id}${stream}`, streamer_id: id, started_at, watchtime: Number(id) });
      }
      await store.data.messageStats({ stream_id: `${id}0`, unique_chatters: Number(id) });
      await store.data.followerPoints(id, [[hoursAgo(5), Number(id)]]);
      await store.data.panel({ streamer_id: id, raw_url: `https://shop-${id}.example.com` });
    }
    await store.data.refreshBoard();
  });

  it('of recent streams, with its own limit', async () => {
    const found = await Promise.all(asked.map((id, i) => streams.listRecent(id, i + 1, testNow)));
    expect(found.map((list) => list?.map(({ id }) => id))).toEqual([['200'], ['30', '31'], ['1000', '1001', '1002']]);
  });

  it('of message statistics', async () => {
    const found = await Promise.all(asked.map((id) => streams.findMessageStats(BigInt(`${id}0`))));
    expect(found.map((stats) => stats?.unique_chatters)).toEqual([20, 3, 100]);
  });

  it('of the figures of thirty days', async () => {
    const found = await Promise.all(asked.map((id) => streamers.findWindowStats(id, windowEndingAt(testNow))));
    expect(found.map((stats) => stats?.watchtime)).toEqual([60, 9, 300]);
  });

  it('of follower points', async () => {
    const found = await Promise.all(asked.map((id) => streamers.listPoints('followers', id, 10)));
    expect(found.map((points) => points?.map(({ followers }) => followers))).toEqual([[20], [3], [100]]);
  });

  it('of partners', async () => {
    const partners = new PartnersRepository(store.prisma);
    const found = await Promise.all(asked.map((id) => partners.listActive(id)));
    expect(found.map((list) => list?.map(({ raw_url }) => raw_url))).toEqual(
      asked.map((id) => [`https://shop-${id}.example.com`]),
    );
  });

  it('of pages of the board', async () => {
    const pages = [
      [1, 1],
      [0, 2],
      [2, 1],
      [0, 1],
    ] as const;
    const found = await Promise.all(pages.map(([from, limit]) => readEntries(board, 'watchtime', from, limit)));
    expect(found.map((page) => page.map(({ id }) => id))).toEqual([['20'], ['100', '20'], ['3'], ['100']]);
  });
});
