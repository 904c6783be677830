import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { PrismaService } from '../database/prisma.service.js';
import { StreamDetailsRepository } from './detail/stream-details.repository.js';
import { StreamOutlinesRepository } from './detail/stream-outlines.repository.js';
import { StreamsRepository } from './detail/streams.repository.js';
import { StreamsService } from './detail/streams.service.js';
import { LiveStreamsRepository } from './live/live-streams.repository.js';
import { LiveStreamsService } from './live/live-streams.service.js';
import { StreamReportsRepository } from './reports/stream-reports.repository.js';
import { StreamReportsService } from './reports/stream-reports.service.js';

/** Returns services of streams for a process without Nest. */
export function createStreams(
  prisma: PrismaService,
  clock: Clock,
  config: Config,
): { streams: StreamsService; live: LiveStreamsService; reports: StreamReportsService } {
  const repositories = [new StreamsRepository(prisma), new StreamDetailsRepository(prisma)] as const;
  const streams = new StreamsService(...repositories, new StreamOutlinesRepository(prisma), clock);
  return {
    streams,
    live: new LiveStreamsService(new LiveStreamsRepository(prisma), clock),
    reports: new StreamReportsService(new StreamReportsRepository(prisma), streams, clock, config),
  };
}
