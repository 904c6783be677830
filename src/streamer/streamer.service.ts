import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { safeNumber } from '../database/safe-number.js';
import { StreamSummary } from '../streams/dto/stream-summary.response.js';
import { StreamsService } from '../streams/streams.service.js';
import { windowEndingAt } from '../streams/thirty-day-window.js';
import { FollowerPoint, toFollowerPoint } from './dto/follower-point.response.js';
import { ThirtyDayStats } from './dto/thirty-day-stats.response.js';
import { StreamerRepository } from './streamer.repository.js';
import { unknownStreamer } from './unknown-streamer.js';

const longestGraph = 1_000;

/** What is asked of one streamer. Every method throws a NotFoundException for an unknown one. */
@Injectable()
export class StreamerService {
  constructor(
    private readonly repository: StreamerRepository,
    private readonly streams: StreamsService,
    private readonly clock: Clock,
  ) {}

  listRecentStreams(name: string, limit: number): Promise<StreamSummary[]> {
    return this.streams.listRecent(name, limit);
  }

  async findThirtyDayStats(name: string): Promise<ThirtyDayStats> {
    const stats = await this.repository.findWindowStats(name, windowEndingAt(this.clock.now()));
    if (stats === null) throw unknownStreamer();
    safeNumber(stats.watchtime);
    return stats;
  }

  /** At most 1,000 points, oldest first; a longer history is thinned evenly in time. */
  async listFollowerGraph(name: string): Promise<FollowerPoint[]> {
    const points = await this.repository.listFollowerPoints(name, longestGraph + 1);
    if (points === null) throw unknownStreamer();
    const isLonger = points.length > longestGraph;
    const shown = isLonger ? await this.repository.listThinnedFollowerPoints(name, longestGraph) : points;
    return shown.map(toFollowerPoint);
  }
}
