import { Clock } from '../clock/clock.js';
import { PrismaService } from '../database/prisma.service.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { createStreams } from '../streams/create-streams.js';
import { StreamerRepository } from './streamer.repository.js';
import { StreamerService } from './streamer.service.js';

/** Returns the service for a process without Nest. */
export function createStreamer(
  prisma: PrismaService,
  { streams, reports, live }: ReturnType<typeof createStreams>,
  leaderboard: LeaderboardService,
  clock: Clock,
): StreamerService {
  return new StreamerService(new StreamerRepository(prisma), streams, leaderboard, reports, live, clock);
}
