import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Page, toPage } from '../http/page.js';
import { StreamSummary } from '../streams/dto/stream-summary.response.js';
import { StreamsService } from '../streams/streams.service.js';
import { windowEndingAt } from '../streams/thirty-day-window.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { RecentStreamsQuery } from './dto/recent-streams.query.js';
import { StatsOf } from './dto/stats-of.response.js';
import { ThirtyDayStats } from './dto/thirty-day-stats.response.js';
import { StreamerRepository } from './streamer.repository.js';
import { unknownStreamer } from './unknown-streamer.js';

const longestGraph = 1_000;

/** What is asked of streamers. A method that asks of one throws a NotFoundException for an unknown one. */
@Injectable()
export class StreamerService {
  constructor(
    private readonly repository: StreamerRepository,
    private readonly streams: StreamsService,
    private readonly clock: Clock,
  ) {}

  /** The channel id. */
  async findId(name: string): Promise<bigint> {
    const id = await this.repository.findId(name);
    if (id === null) throw unknownStreamer();
    return id;
  }

  /** The streams of a streamer that started in `[from, to)`, most recent first. */
  async listRecentStreams(name: string, { limit, cursor, from, to }: RecentStreamsQuery): Promise<Page<StreamSummary>> {
    const streams = await this.streams.listRecent(name, limit + 1, { offset: cursor, from, to });
    if (streams === null) throw unknownStreamer();
    return toPage(streams, cursor, limit);
  }

  async findThirtyDayStats(name: string): Promise<ThirtyDayStats> {
    const stats = await this.repository.findWindowStats(name, windowEndingAt(this.clock.now()));
    if (stats === null) throw unknownStreamer();
    return stats;
  }

  /** The figures of several streamers, as of one moment, and the names that no streamer has. */
  async findStatsOf(names: readonly string[]): Promise<StatsOf> {
    const window = windowEndingAt(this.clock.now());
    const stats = await this.repository.listWindowStats(names.map((name) => ({ name, window })));
    return {
      items: names.flatMap((name, i) => (stats[i] ? [{ name, ...stats[i] }] : [])),
      unknown: names.filter((_, i) => !stats[i]),
    };
  }

  /** At most 1,000 points, oldest first; a longer history is thinned evenly in time. */
  async listFollowerGraph(name: string): Promise<FollowerPoint[]> {
    const points = await this.repository.listFollowerPoints(name, longestGraph + 1);
    if (points === null) throw unknownStreamer();
    if (points.length <= longestGraph) return points;
    return this.repository.listThinnedFollowerPoints(name, longestGraph);
  }
}
