import { Controller, Get, Param, Query } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { StreamSummary } from '../streams/dto/stream-summary.response.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { RecentStreamsQuery } from './dto/recent-streams.query.js';
import { badStreamerName, StreamerParams } from './dto/streamer.params.js';
import { ThirtyDayStats } from './dto/thirty-day-stats.response.js';
import { StreamerService } from './streamer.service.js';
import { unknownStreamerMessage } from './unknown-streamer.js';

const notFound = unknownStreamerMessage;

@Controller('v1/streamer/:name')
@LimitedApi('Streamer')
export class StreamerController {
  constructor(private readonly streamer: StreamerService) {}

  @Get('recent-streams')
  @Operation({
    summary: 'List recent streams',
    description:
      "A streamer's streams, most recent first; of equal start the lower id first. [] for a streamer without streams.",
    ok: [StreamSummary],
    okDescription: 'The streams.',
    failure: 'Failed to fetch recent streams',
    cached: true,
    badRequest: 'limit must be an integer from 1 to 100',
    notFound,
  })
  listRecentStreams(
    @Param() { name }: StreamerParams,
    @Query() { limit }: RecentStreamsQuery,
  ): Promise<StreamSummary[]> {
    return this.streamer.listRecentStreams(name, limit);
  }

  @Get('thirty-day-stats')
  @Operation({
    summary: 'Thirty day stats',
    description: 'Figures over the streams that started in the last 30 x 24 hours, UTC. All zero without any.',
    ok: ThirtyDayStats,
    okDescription: 'The figures.',
    failure: 'Failed to fetch thirty day stats',
    cached: true,
    badRequest: badStreamerName,
    notFound,
  })
  findThirtyDayStats(@Param() { name }: StreamerParams): Promise<ThirtyDayStats> {
    return this.streamer.findThirtyDayStats(name);
  }

  @Get('follower-graph')
  @Operation({
    summary: 'Follower graph',
    description:
      'How the followers developed, oldest first, in at most 1,000 points. A longer history is thinned evenly in time; its first and its last point always stay.',
    ok: [FollowerPoint],
    okDescription: 'The points.',
    failure: 'Failed to fetch follower graph',
    cached: true,
    badRequest: badStreamerName,
    notFound,
  })
  listFollowerGraph(@Param() { name }: StreamerParams): Promise<FollowerPoint[]> {
    return this.streamer.listFollowerGraph(name);
  }
}
