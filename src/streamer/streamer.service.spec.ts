import { NotFoundException } from '@nestjs/common';
import { GraphRange } from '../streams/graph-range.js';
import { RecentRange } from '../streams/recent-range.js';
import { StreamDetailsService } from '../streams/stream-details.service.js';
import { StreamsService } from '../streams/streams.service.js';
import { Window } from '../streams/thirty-day-window.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { ThirtyDayStats } from './dto/thirty-day-stats.response.js';
import { StreamerRepository } from './streamer.repository.js';
import { StreamerService } from './streamer.service.js';

const now = new Date('2026-10-01T12:00:00.000Z');
const stats: ThirtyDayStats = { stream_count: 3, total_minutes: 90, avg_viewers: 7, peak_viewers: 9, watchtime: 630 };

/** One streamer, `known`, with a history of one point a minute. */
class FakeRepository {
  windows: Window[] = [];
  thinnings = 0;
  ranges: GraphRange[] = [];

  constructor(private readonly pointCount: number) {}

  async findId(name: string): Promise<bigint | null> {
    return name === 'known' ? 7n : null;
  }

  async findWindowStats(name: string, window: Window): Promise<ThirtyDayStats | null> {
    this.windows.push(window);
    return name === 'known' ? stats : null;
  }

  async listWindowStats(asked: { name: string; window: Window }[]): Promise<(ThirtyDayStats | null)[]> {
    return Promise.all(asked.map(({ name, window }) => this.findWindowStats(name, window)));
  }

  async listFollowerPoints(name: string, limit: number, range: GraphRange): Promise<FollowerPoint[] | null> {
    this.ranges.push(range);
    return name === 'known' ? points(Math.min(limit, this.pointCount)) : null;
  }

  async listThinnedFollowerPoints(_name: string, limit: number, range: GraphRange): Promise<FollowerPoint[]> {
    this.ranges.push(range);
    this.thinnings += 1;
    return points(this.pointCount).filter((_, i) => i % Math.ceil(this.pointCount / limit) === 0);
  }
}

function points(count: number): FollowerPoint[] {
  return Array.from({ length: count }, (_, i) => ({ followers: i, created_at: new Date(60_000 * i).toISOString() }));
}

function start(pointCount = 0) {
  const repository = new FakeRepository(pointCount);
  const listRecent = async (name: string, limit: number, range: RecentRange) =>
    name === 'known' ? [{ name, limit, ...range }] : null;
  const findStreamerCoverage = async (streamerId: bigint, window: Window) => ({ streamerId, window });
  const service = new StreamerService(
    repository as unknown as StreamerRepository,
    { listRecent } as unknown as StreamsService,
    { findStreamerCoverage } as unknown as StreamDetailsService,
    { now: () => now, monotonicMs: () => 0 },
  );
  return { service, repository };
}

describe('StreamerService', () => {
  it('answers the streams that the streams module finds', async () => {
    await expect(
      start().service.listRecentStreams('known', { limit: 7, cursor: 3, from: 'a', to: 'b' }),
    ).resolves.toEqual({
      items: [{ name: 'known', limit: 8, offset: 3, from: 'a', to: 'b' }],
      hasMore: false,
      nextCursor: 4,
    });
  });

  it('answers the channel id', async () => {
    await expect(start().service.findId('known')).resolves.toBe(7n);
  });

  it('answers the figures of the 30 x 24 hours before now', async () => {
    const { service, repository } = start();
    await expect(service.findThirtyDayStats('known')).resolves.toEqual(stats);
    expect(repository.windows).toEqual([{ from: new Date('2026-09-01T12:00:00.000Z'), to: now }]);
  });

  it('answers the figures of some days beside those of as many before, and how well the streams in the window are known', async () => {
    const { service, repository } = start();
    const window = { from: new Date('2026-09-24T12:00:00.000Z'), to: now };
    const before = { from: new Date('2026-09-17T12:00:00.000Z'), to: window.from };
    await expect(service.findStats('known', 7)).resolves.toEqual({
      days: 7,
      ...stats,
      previous: stats,
      coverage: { streamerId: 7n, window },
    });
    expect(repository.windows).toEqual([window, before]);
    await expect(service.findStats('unknown', 7)).rejects.toThrow('There is no streamer');
  });

  it('answers the figures of several streamers over one window, and names those that there are not', async () => {
    const { service, repository } = start();
    await expect(service.findStatsOf(['other', 'known', 'nobody'])).resolves.toEqual({
      items: [{ name: 'known', ...stats }],
      unknown: ['other', 'nobody'],
    });
    expect(new Set(repository.windows.map(({ to }) => to))).toEqual(new Set([now]));
  });

  it.each([
    [0, 0],
    [1, 1],
    [1_000, 1_000],
    [1_001, 501],
    [5_000, 1_000],
  ])('of %d follower points shows %d, thinning only what is more than 1,000', async (pointCount, shown) => {
    const { service, repository } = start(pointCount);
    const graph = await service.listFollowerGraph('known', { points: 1_000 });
    expect(graph).toHaveLength(shown);
    expect(repository.thinnings).toBe(pointCount > 1_000 ? 1 : 0);
    if (shown > 0) expect(graph[0]).toEqual({ followers: 0, created_at: '1970-01-01T00:00:00.000Z' });
  });

  it('thins the points of a range to as many as are asked for', async () => {
    const { service, repository } = start(9);
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
    await expect(service.listFollowerGraph('known', { ...range, points: 9 })).resolves.toHaveLength(9);
    expect(repository.thinnings).toBe(0);
    await expect(service.listFollowerGraph('known', { ...range, points: 3 })).resolves.toHaveLength(3);
    expect(repository.thinnings).toBe(1);
    expect(repository.ranges).toEqual([range, range, range]);
  });

  it('finds no unknown streamer', async () => {
    const { service } = start();
    const unknown = new NotFoundException('There is no streamer with this login or channel id.');
    await expect(service.findId('unknown')).rejects.toEqual(unknown);
    await expect(service.listRecentStreams('unknown', { limit: 7, cursor: 0 })).rejects.toEqual(unknown);
    await expect(service.findThirtyDayStats('unknown')).rejects.toEqual(unknown);
    await expect(service.listFollowerGraph('unknown', { points: 9 })).rejects.toEqual(unknown);
  });
});
