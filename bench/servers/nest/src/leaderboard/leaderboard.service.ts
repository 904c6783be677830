import { Injectable } from '@nestjs/common';
import { PrismaService } from '../prisma.service.js';
import { LeaderboardQuery, type Metric } from './leaderboard.query.js';

const positions = {
  watchtime: 'watchtimePosition',
  averageviewers: 'averageViewersPosition',
  followers: 'followersPosition',
  followergain: 'followerGainPosition',
  peakviewers: 'peakViewersPosition',
} as const satisfies Record<Metric, string>;

@Injectable()
export class LeaderboardService {
  constructor(private readonly prisma: PrismaService) {}

  async page({ sort, limit, cursor }: LeaderboardQuery) {
    const board = await this.prisma.leaderboardBoard.findFirst({ orderBy: { id: 'desc' } });
    const entries = await this.prisma.leaderboardEntry.findMany({
      where: { boardId: board?.id, [positions[sort]]: { gte: cursor, lte: cursor + limit } },
      select: {
        streamerId: true,
        name: true,
        displayName: true,
        followers: true,
        watchtime: true,
        averageViewers: true,
        peakViewers: true,
        followerGain: true,
      },
      orderBy: { [positions[sort]]: 'asc' },
    });
    const items = entries.slice(0, limit).map((entry) => ({
      id: String(entry.streamerId),
      name: entry.name,
      display_name: entry.displayName,
      followers: Number(entry.followers),
      watchtime: Number(entry.watchtime),
      averageviewers: Number(entry.averageViewers),
      peakviewers: Number(entry.peakViewers),
      followergain: Number(entry.followerGain),
    }));
    return { items, hasMore: entries.length > limit, nextCursor: cursor + items.length };
  }
}
