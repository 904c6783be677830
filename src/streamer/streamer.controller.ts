import { Param, Query } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { CountName } from '../config/channel-counts.js';
import { Page } from '../http/lists/page.js';
import { countGraphUnits } from '../rate-limit/request-units.js';
import { SvgResponse, svgResponse, svgType } from '../http/request/svg-response.js';
import { StreamSummary } from '../streams/detail/stream-summary.response.js';
import { WindowQuery } from '../http/query/window.query.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { drawBadge } from './draw-badge.js';
import { drawCountGraph } from './draw-count-graph.js';
import { FollowerPoint, SubscriberPoint } from './dto/channel-points.response.js';
import { BadgeQuery, CountGraphQuery, CountPictureQuery, RecentStreamsQuery } from './dto/streamer.query.js';
import { StreamerParams } from '../http/query/streamer.params.js';
import { ThirtyDayStats, WindowStats } from './dto/window-stats.response.js';
import { StreamerService } from './streamer.service.js';

@ReadController('v1/streamer/:name', 'Streamer')
export class StreamerController {
  constructor(
    private readonly streamer: StreamerService,
    private readonly clock: Clock,
  ) {}

  @Read('recent-streams', {
    summary: 'List recent streams',
    description:
      'Returns the streams of a streamer, newest first. Streams with the same start are sorted by ID. The `Link` header leads to older streams. The list is empty for a streamer without streams.',
    ok: [StreamSummary],
    okDescription: 'A page of streams, newest first. Empty past the end.',
  })
  listRecentStreams(
    @Param() { name }: StreamerParams,
    @Query() query: RecentStreamsQuery,
  ): Promise<Page<StreamSummary>> {
    return this.streamer.listRecentStreams(name, query, query.toRange());
  }

  @Read('thirty-day-stats', {
    summary: 'Get thirty-day stats',
    description:
      'Returns figures over the streams that started in the last 30 x 24 hours. All figures are zero for a streamer without such streams.',
    ok: ThirtyDayStats,
    okDescription: 'Figures of the window.',
    failure: 'Failed to fetch thirty day stats',
  })
  findThirtyDayStats(@Param() { name }: StreamerParams): Promise<ThirtyDayStats> {
    return this.streamer.findThirtyDayStats(name);
  }

  @Read('stats', {
    summary: 'Get stats of a window',
    description:
      'Returns figures over the streams that started in a window, and over the previous window. The window is the last 7, 30, 90 or 365 x 24 hours, a calendar month or year, or the time from `from` to `to`, at most 400 days. With 30 days, the figures equal the thirty-day stats. All figures are zero for a window without streams.',
    ok: WindowStats,
    okDescription: 'Figures of both windows.',
    failure: 'Failed to fetch stats of a streamer',
  })
  findWindowStats(@Param() { name }: StreamerParams, @Query() query: WindowQuery): Promise<WindowStats> {
    return this.streamer.findStats(name, query.toWindow());
  }

  @Read('follower-graph', {
    summary: 'Get the follower graph',
    description:
      'Returns the number of followers over time, oldest first, in at most `points` points. A longer history is thinned evenly over time. Thinning keeps the first and last points, and the lowest and highest points of each part.',
    ok: [FollowerPoint],
    okDescription: 'Points, oldest first.',
    units: countGraphUnits,
  })
  listFollowerGraph(@Param() { name }: StreamerParams, @Query() query: CountGraphQuery): Promise<FollowerPoint[]> {
    return this.streamer.listGraph('followers', name, query.toRange(), query.points);
  }

  @Read('follower-graph.svg', {
    summary: 'Draw the follower graph',
    description:
      'Returns the follower graph as SVG, for a README or an overlay, with a title and a description for screen readers. A long time without counts is a gap in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of follower graph',
    units: countGraphUnits,
  })
  drawFollowerGraph(@Param() { name }: StreamerParams, @Query() query: CountPictureQuery): Promise<SvgResponse> {
    return this.drawGraph('followers', name, query);
  }

  @Read('subscriber-graph', {
    summary: 'Get the subscriber graph',
    description:
      'Returns the number of subscribers of a Kick channel over time, oldest first, in at most `points` points, thinned like the follower graph. The list is empty on Twitch, which does not publish subscribers.',
    ok: [SubscriberPoint],
    okDescription: 'Points, oldest first.',
    units: countGraphUnits,
  })
  listSubscriberGraph(@Param() { name }: StreamerParams, @Query() query: CountGraphQuery): Promise<SubscriberPoint[]> {
    return this.streamer.listGraph('subscribers', name, query.toRange(), query.points);
  }

  @Read('subscriber-graph.svg', {
    summary: 'Draw the subscriber graph',
    description:
      'Returns the subscriber graph as SVG, with a title and a description for screen readers. A long time without counts is a gap in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of subscriber graph',
    units: countGraphUnits,
  })
  drawSubscriberGraph(@Param() { name }: StreamerParams, @Query() query: CountPictureQuery): Promise<SvgResponse> {
    return this.drawGraph('subscribers', name, query);
  }

  private async drawGraph(of: CountName, name: string, query: CountPictureQuery): Promise<SvgResponse> {
    const profile = await this.streamer.findProfile(name);
    // More points than pixels would be invisible.
    const graph = await this.streamer.listGraph(of, name, query.toRange(), query.width);
    return svgResponse(drawCountGraph(of, profile, graph, query));
  }

  @Read('badge.svg', {
    summary: 'Draw a badge',
    description:
      'Returns a small SVG picture with one figure of a streamer, for a README or an overlay. Minutes are shown as hours. The title contains the exact figure. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    badRequest: 'height must be an integer from 16 to 64',
  })
  async drawBadge(@Param() { name }: StreamerParams, @Query() query: BadgeQuery): Promise<SvgResponse> {
    return svgResponse(drawBadge(await this.streamer.findBadgeFacts(name, query.metric), query, this.clock.now()));
  }
}
