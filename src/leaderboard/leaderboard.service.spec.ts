import { JsonText } from '../database/json-text.js';
import { LeaderboardEntry } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardMetric } from './leaderboard-metric.js';
import { LeaderboardRepository, RankedEntries } from './leaderboard.repository.js';
import { LeaderboardService } from './leaderboard.service.js';

const board: LeaderboardEntry[] = Array.from({ length: 12 }, (_, i) => ({
  id: String(i),
  name: `streamer_${i}`,
  display_name: `Streamer ${i}`,
  followers: 100 + i,
  watchtime: 1_200 - i,
  averageviewers: 10,
  peakviewers: 20,
  followergain: -i,
}));

/** A board in memory that is ranked by watchtime, and by followers the other way round. */
class FakeRepository {
  async rankEntries(metric: LeaderboardMetric, from: number, limit: number): Promise<RankedEntries> {
    const ranked = metric === 'followers' ? board.toReversed() : board;
    const entries = ranked.slice(from, from + limit);
    const text = JSON.stringify(entries);
    return { entries: new JsonText(text), count: entries.length, hasMore: ranked.length > from + limit };
  }
}

describe('LeaderboardService', () => {
  const service = new LeaderboardService(new FakeRepository() as unknown as LeaderboardRepository);

  const findPage = async (query: LeaderboardQuery) => (await service.findPage(query)).parse();

  it('answers the page at a cursor', async () => {
    await expect(findPage({ sort: 'watchtime', limit: 5, cursor: 5 })).resolves.toEqual({
      items: board.slice(5, 10),
      hasMore: true,
      nextCursor: 10,
    });
  });

  it('answers the page by the metric that is asked for', async () => {
    const { items } = await findPage({ sort: 'followers', limit: 2, cursor: 0 });
    expect(items.map(({ id }) => id)).toEqual(['11', '10']);
  });

  it('answers the last page, full or not, without more', async () => {
    await expect(findPage({ sort: 'watchtime', limit: 6, cursor: 6 })).resolves.toMatchObject({
      hasMore: false,
      nextCursor: 12,
    });
    await expect(findPage({ sort: 'watchtime', limit: 5, cursor: 10 })).resolves.toMatchObject({
      hasMore: false,
      nextCursor: 12,
    });
  });

  it('answers nothing past the end', async () => {
    await expect(findPage({ sort: 'watchtime', limit: 5, cursor: 99 })).resolves.toEqual({
      items: [],
      hasMore: false,
      nextCursor: 99,
    });
  });
});
