import { LeaderboardEntry } from './dto/leaderboard-page.response.js';
import { LeaderboardMetric } from './leaderboard-metric.js';
import { LeaderboardRepository } from './leaderboard.repository.js';
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
  async rankEntries(metric: LeaderboardMetric, from: number, limit: number): Promise<LeaderboardEntry[]> {
    const ranked = metric === 'followers' ? board.toReversed() : board;
    return ranked.slice(from, from + limit);
  }
}

describe('LeaderboardService', () => {
  const service = new LeaderboardService(new FakeRepository() as unknown as LeaderboardRepository);

  it('answers the page at a cursor', async () => {
    await expect(service.findPage({ sort: 'watchtime', limit: 5, cursor: 5, days: 30 })).resolves.toEqual({
      items: board.slice(5, 10),
      hasMore: true,
      nextCursor: 10,
    });
  });

  it('answers the page by the metric that is asked for', async () => {
    const { items } = await service.findPage({ sort: 'followers', limit: 2, cursor: 0, days: 30 });
    expect(items.map(({ id }) => id)).toEqual(['11', '10']);
  });

  it('answers the last page, full or not, without more', async () => {
    await expect(service.findPage({ sort: 'watchtime', limit: 6, cursor: 6, days: 30 })).resolves.toMatchObject({
      hasMore: false,
      nextCursor: 12,
    });
    await expect(service.findPage({ sort: 'watchtime', limit: 5, cursor: 10, days: 30 })).resolves.toMatchObject({
      hasMore: false,
      nextCursor: 12,
    });
  });

  it('answers nothing past the end', async () => {
    await expect(service.findPage({ sort: 'watchtime', limit: 5, cursor: 99, days: 30 })).resolves.toEqual({
      items: [],
      hasMore: false,
      nextCursor: 99,
    });
  });
});
