import { Controller, Get, Param, Query } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { nextLinkHeader, withNextLink } from '../http/lists/next-link.js';
import { publicPath } from '../http/request/public-path.js';
import { Operation } from '../http/request/operation.decorator.js';
import { followerGraphUnits } from '../rate-limit/request-units.js';
import { svgResponse, svgType } from '../http/request/svg-response.js';
import { StreamSummary } from '../streams/detail/stream-summary.response.js';
import { writeRange } from '../figures/time.js';
import { keysOfWindow, WindowQuery } from '../http/query/window.query.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { drawBadge } from './draw-badge.js';
import { drawFollowerGraph } from './draw-follower-graph.js';
import { FollowerPoint } from './dto/follower-point.response.js';
import { BadgeQuery, FollowerGraphQuery, FollowerPictureQuery, RecentStreamsQuery } from './dto/streamer.query.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { ThirtyDayStats, WindowStats } from './dto/window-stats.response.js';
import { StreamerService } from './streamer.service.js';
import { unknownStreamerMessage } from '../http/errors/unknown-streamer.js';

const notFound = unknownStreamerMessage;

@Controller('v1/streamer/:name')
@CachedApi('Streamer')
export class StreamerController {
  constructor(
    private readonly streamer: StreamerService,
    private readonly cache: ResponseCache,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get('recent-streams')
  @Operation({
    summary: 'List recent streams',
    description:
      'Returns the streams of a streamer, newest first. Streams with the same start are sorted by ID. The `Link` header leads to older streams. The list is empty for a streamer without streams.',
    ok: [StreamSummary],
    okDescription: 'A page of streams, newest first. Empty past the end.',
    okHeaders: nextLinkHeader,
    failure: 'Failed to fetch recent streams',
    badRequest: 'limit must be an integer from 1 to 100',
    notFound,
  })
  listRecentStreams(
    @Param() { name }: StreamerParams,
    @Query() query: RecentStreamsQuery,
  ): Promise<LoadedResponse<StreamSummary[]>> {
    const { limit, cursor } = query;
    const range = query.toRange();
    return this.cache.getOrLoad(['recent-streams', name, limit, cursor, range.from, range.to], async () =>
      withNextLink(
        await this.streamer.listRecentStreams(name, { limit, cursor }, range),
        publicPath(this.config, `/v1/streamer/${name}/recent-streams`),
        limit,
        writeRange(range),
      ),
    );
  }

  @Get('thirty-day-stats')
  @Operation({
    summary: 'Get thirty-day stats',
    description:
      'Returns figures over the streams that started in the last 30 x 24 hours. All figures are zero for a streamer without such streams.',
    ok: ThirtyDayStats,
    okDescription: 'Figures of the window.',
    failure: 'Failed to fetch thirty day stats',
    badRequest: badStreamerName,
    notFound,
  })
  findThirtyDayStats(@Param() { name }: StreamerParams): Promise<LoadedResponse<ThirtyDayStats>> {
    return this.cache.getOrLoad(['thirty-day-stats', name], () => this.streamer.findThirtyDayStats(name));
  }

  @Get('stats')
  @Operation({
    summary: 'Get stats of a window',
    description:
      'Returns figures over the streams that started in a window, and over the previous window. The window is the last 7, 30, 90 or 365 x 24 hours, a calendar month or year, or the time from `from` to `to`, at most 400 days. With 30 days, the figures equal the thirty-day stats. All figures are zero for a window without streams.',
    ok: WindowStats,
    okDescription: 'Figures of both windows.',
    failure: 'Failed to fetch stats of a streamer',
    badRequest: 'days must be one of 7, 30, 90, 365',
    notFound,
  })
  findWindowStats(
    @Param() { name }: StreamerParams,
    @Query() query: WindowQuery,
  ): Promise<LoadedResponse<WindowStats>> {
    const window = query.toWindow();
    return this.cache.getOrLoad(['window-stats', name, ...keysOfWindow(window)], () =>
      this.streamer.findStats(name, window),
    );
  }

  @Get('follower-graph')
  @Operation({
    summary: 'Get the follower graph',
    description:
      'Returns the number of followers over time, oldest first, in at most `points` points. A longer history is thinned evenly over time. Thinning keeps the first and last points, and the lowest and highest points of each part.',
    ok: [FollowerPoint],
    okDescription: 'Points, oldest first.',
    failure: 'Failed to fetch follower graph',
    units: followerGraphUnits,
    badRequest: 'points must be an integer from 2 to 2000',
    notFound,
  })
  listFollowerGraph(
    @Param() { name }: StreamerParams,
    @Query() query: FollowerGraphQuery,
  ): Promise<LoadedResponse<FollowerPoint[]>> {
    const { points } = query;
    const range = query.toRange();
    return this.cache.getOrLoad(['follower-graph', name, range.from, range.to, points], () =>
      this.streamer.listFollowerGraph(name, range, points),
    );
  }

  @Get('follower-graph.svg')
  @Operation({
    summary: 'Draw the follower graph',
    description:
      'Returns the follower graph as SVG, for a README or an overlay, with a title and a description for screen readers. A long time without counts is a gap in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of follower graph',
    units: followerGraphUnits,
    badRequest: 'width must be an integer from 200 to 1600',
    notFound,
  })
  drawFollowerGraph(
    @Param() { name }: StreamerParams,
    @Query() query: FollowerPictureQuery,
  ): Promise<LoadedResponse<Buffer>> {
    const { width, height, theme } = query;
    const range = query.toRange();
    return this.cache.getOrLoad(['follower-graph.svg', name, range.from, range.to, width, height, theme], async () => {
      const profile = await this.streamer.findProfile(name);
      // More points than pixels would be invisible.
      const graph = await this.streamer.listFollowerGraph(name, range, width);
      return svgResponse(drawFollowerGraph(profile, graph, query));
    });
  }

  @Get('badge.svg')
  @Operation({
    summary: 'Draw a badge',
    description:
      'Returns a small SVG picture with one figure of a streamer, for a README or an overlay. Minutes are shown as hours. The title contains the exact figure. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch badge',
    badRequest: 'height must be an integer from 16 to 64',
    notFound,
  })
  drawBadge(@Param() { name }: StreamerParams, @Query() query: BadgeQuery): Promise<LoadedResponse<Buffer>> {
    const { metric, height, theme } = query;
    return this.cache.getOrLoad(['badge.svg', name, metric, height, theme], async () =>
      svgResponse(drawBadge(await this.streamer.findBadgeFacts(name, metric), query, this.clock.now())),
    );
  }
}
