import { Controller, Get, Param, Query } from '@nestjs/common';
import { RecentStreamsQuery, StreamerParams } from './streamer.dto.js';
import { StreamerService } from './streamer.service.js';

@Controller('v1/streamer/:name')
export class StreamerController {
  constructor(private readonly streamers: StreamerService) {}

  @Get('recent-streams')
  recentStreams(@Param() { name }: StreamerParams, @Query() { limit }: RecentStreamsQuery) {
    return this.streamers.recentStreams(name, limit);
  }

  @Get('thirty-day-stats')
  thirtyDayStats(@Param() { name }: StreamerParams) {
    return this.streamers.thirtyDayStats(name);
  }

  @Get('follower-graph')
  followerGraph(@Param() { name }: StreamerParams) {
    return this.streamers.followerGraph(name);
  }

  @Get('partners')
  partners(@Param() { name }: StreamerParams) {
    return this.streamers.partners(name);
  }
}
