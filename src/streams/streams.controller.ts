import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { viewerGraphUnits, viewerPictureUnits } from '../http/request/request-units.js';
import { svgResponse, svgType } from '../http/request/svg-response.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { ColabSessionsService } from './colabs/colab-sessions.service.js';
import { drawViewerGraph } from './pictures/draw-viewer-graph.js';
import { ColabSession } from './colabs/colab-session.response.js';
import { OptionallyThinnedGraphQuery } from './viewers/graph.query.js';
import { MessageStats } from './detail/message-stats.response.js';
import { PictureQuery } from './pictures/picture.query.js';
import { StreamDetail } from './detail/stream-detail.response.js';
import { StreamSummary } from './detail/stream-summary.response.js';
import { StreamParams } from './detail/stream.params.js';
import { badGranularity, ViewerGraphParams } from './viewers/viewer-graph.params.js';
import { ViewerPoint } from './viewers/viewer-point.response.js';
import { granularitySeconds } from './viewers/graph-granularity.js';
import { cutRange } from './viewers/graph-range.js';
import { StreamViewersService } from './viewers/stream-viewers.service.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';
import { mostPoints } from '../figures/thinning.js';
import { unknownStreamMessage } from './detail/unknown-stream.js';

const notFound = unknownStreamMessage;

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamsController {
  constructor(
    private readonly streams: StreamsService,
    private readonly viewers: StreamViewersService,
    private readonly colabs: ColabSessionsService,
    private readonly cache: ResponseCache,
  ) {}

  // This route must precede the viewer graph, which would treat `hourly.svg` as a granularity.
  @Get('graphs/:granularity.svg')
  @Operation({
    summary: 'Draw the viewer graph',
    description:
      'Returns the viewer graph as SVG, for a README or an overlay, with a title and a description for screen readers. A graph of many points is thinned. Intervals without samples are gaps in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'SVG picture.',
    failure: 'Failed to fetch picture of viewer graph',
    units: viewerPictureUnits,
    badRequest: badGranularity,
    notFound,
  })
  drawViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: PictureQuery,
  ): Promise<LoadedResponse<Buffer>> {
    const partSeconds = granularitySeconds[granularity];
    const range = cutRange(query, partSeconds);
    const { from = '', to = '' } = range;
    const { width, height, theme } = query;
    return this.cache.getOrLoad(['viewer-graph.svg', id, granularity, from, to, width, height, theme], async () => {
      const stream = await this.streams.findDetail(id);
      const graph = await this.viewers.findGraph(id, granularity, { ...range, points: mostPoints });
      return svgResponse(drawViewerGraph(stream, graph, partSeconds, query));
    });
  }

  @Get()
  @Operation({
    summary: 'Get a stream',
    description: 'Returns a stream with its figures, its changes and its coverage.',
    ok: StreamDetail,
    okDescription: 'Stream with its changes and coverage.',
    failure: 'Failed to fetch stream',
    notFound,
  })
  findStream(@Param() { id }: StreamParams): Promise<LoadedResponse<StreamDetail>> {
    return this.cache.getOrLoad(['stream', id], () => this.streams.findDetail(id));
  }

  @Get('message-stats')
  @Operation({
    summary: 'Get message statistics',
    description:
      'Returns the number of messages and chatters in the chat of a stream. If nothing is known about the chat, these counts are zero.',
    ok: MessageStats,
    okDescription: 'The statistics.',
    failure: 'Failed to fetch message statistics',
    notFound,
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<LoadedResponse<MessageStats>> {
    return this.cache.getOrLoad(['message-stats', id], () => this.streams.findMessageStats(id));
  }

  @Get('before')
  @Operation({
    summary: 'Get the previous stream',
    description:
      'Returns the newest stream of the same streamer that started before this stream. If several streams have that start, it returns the stream with the lower ID.',
    ok: StreamSummary,
    okDescription: 'The previous stream.',
    failure: 'Failed to fetch previous stream',
    notFound: firstStreamMessage,
  })
  findStreamBefore(@Param() { id }: StreamParams): Promise<LoadedResponse<StreamSummary>> {
    return this.cache.getOrLoad(['before', id], () => this.streams.findBefore(id));
  }

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Get the viewer graph',
    description:
      'Returns the concurrent viewers of a stream over time, oldest first. The stream is divided into intervals, beginning at its start; each interval with samples is a point. A granularity that could return more than 3,000 points returns 400 with the finest granularity that fits, unless `points` requests a thinned graph. The possible number of points is the number of intervals from the first sample to the last, or the number of samples if lower. `from` and `to` are rounded down to the granularity: with `hourly`, 12:34 becomes 12:00 UTC. The list is empty for a stream without samples.',
    ok: [ViewerPoint],
    okDescription: 'Points, oldest first.',
    failure: 'Failed to fetch viewer graph',
    units: viewerGraphUnits,
    badRequest: badGranularity,
    notFound,
  })
  listViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: OptionallyThinnedGraphQuery,
  ): Promise<LoadedResponse<ViewerPoint[]>> {
    const range = cutRange(query, granularitySeconds[granularity]);
    const { from = '', to = '' } = range;
    const { points } = query;
    return this.cache.getOrLoad(['viewer-graph', id, granularity, from, to, points ?? ''], () =>
      this.viewers.listGraph(id, granularity, { ...range, points }),
    );
  }

  @Get('colab-sessions')
  @Operation({
    summary: 'List collaboration sessions',
    description:
      'Returns the sessions in which the streamer broadcast with other streamers during this stream, by start, then by ID. The list has at most 1,000 sessions and 1,000,000 bytes, and is empty for a stream without sessions.',
    ok: [ColabSession],
    okDescription: 'Sessions, oldest first.',
    failure: 'Failed to fetch collaboration sessions',
    notFound,
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<LoadedResponse<ColabSession[]>> {
    return this.cache.getOrLoad(['colab-sessions', id], () => this.colabs.listOfStream(id));
  }
}
