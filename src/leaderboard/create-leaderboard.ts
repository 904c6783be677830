import { Clock } from '../clock/clock.js';
import { PrismaService } from '../database/prisma.service.js';
import { LiveStreamsService } from '../streams/live/live-streams.service.js';
import { LeaderboardRepository } from './leaderboard.repository.js';
import { LeaderboardService } from './leaderboard.service.js';

/** Returns the service for a process without Nest. */
export function createLeaderboard(prisma: PrismaService, live: LiveStreamsService, clock: Clock): LeaderboardService {
  return new LeaderboardService(new LeaderboardRepository(prisma), live, clock);
}
