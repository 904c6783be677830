import { Controller, Get, Param, Query } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { viewerGraphUnits, viewerPictureUnits } from '../http/request-units.js';
import { svgAnswer, svgType } from '../http/svg-answer.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { drawViewerGraph } from './draw-viewer-graph.js';
import { ColabSession } from './dto/colab-session.response.js';
import { OptionallyThinnedGraphQuery } from './dto/graph.query.js';
import { MessageStats } from './dto/message-stats.response.js';
import { PictureQuery } from './dto/picture.query.js';
import { StreamDetail } from './dto/stream-detail.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { StreamParams } from './dto/stream.params.js';
import { badGranularity, ViewerGraphParams } from './dto/viewer-graph.params.js';
import { ViewerPoint } from './dto/viewer-point.response.js';
import { granularitySeconds } from './graph-granularity.js';
import { cutRange } from './graph-range.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';
import { mostPoints } from './thinning.js';
import { unknownStreamMessage } from './unknown-stream.js';

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

  // Before the viewer graph, which would take `hourly.svg` for a granularity.
  @Get('graphs/:granularity.svg')
  @Operation({
    summary: 'Viewer graph as a picture',
    description:
      'The viewer graph as SVG, for a README or an overlay, with a title and a description for screen readers. A graph of many points is thinned. A part in which viewers were not counted is a gap in the line. Errors are JSON.',
    ok: svgType,
    okDescription: 'The picture.',
    failure: 'Failed to fetch picture of viewer graph',
    units: viewerPictureUnits,
    badRequest: badGranularity,
    notFound,
  })
  drawViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: PictureQuery,
  ): Promise<Found<Buffer>> {
    const partSeconds = granularitySeconds[granularity];
    const range = cutRange(query, partSeconds);
    const { from = '', to = '' } = range;
    const { width, height, theme } = query;
    return this.cache.answer(['viewer-graph.svg', id, granularity, from, to, width, height, theme], async () => {
      const stream = await this.streams.findDetail(id);
      const graph = await this.viewers.listGraph(id, granularity, { ...range, points: mostPoints });
      return svgAnswer(drawViewerGraph(stream, graph, partSeconds, query));
    });
  }

  @Get()
  @Operation({
    summary: 'Stream',
    description:
      'One stream, as recent streams answer it, with the titles, games and tags that it went through, and how well it is known.',
    ok: StreamDetail,
    okDescription: 'The stream.',
    failure: 'Failed to fetch stream',
    notFound,
  })
  findStream(@Param() { id }: StreamParams): Promise<Found<StreamDetail>> {
    return this.cache.answer(['stream', id], () => this.streams.findDetail(id));
  }

  @Get('message-stats')
  @Operation({
    summary: 'Message statistics',
    description:
      'Counts of messages and chatters in the chat of a stream. All of them are zero if nothing is known about the chat.',
    ok: MessageStats,
    okDescription: 'The statistics.',
    failure: 'Failed to fetch message statistics',
    notFound,
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<Found<MessageStats>> {
    return this.cache.answer(['message-stats', id], () => this.streams.findMessageStats(id));
  }

  @Get('before')
  @Operation({
    summary: 'Previous stream',
    description:
      "The same streamer's newest stream that started before this one. Of streams with the same start it is the one with the lower id. A stream that started at the same time as this one is not before it.",
    ok: StreamSummary,
    okDescription: 'The previous stream.',
    failure: 'Failed to fetch previous stream',
    notFound: firstStreamMessage,
  })
  findStreamBefore(@Param() { id }: StreamParams): Promise<Found<StreamSummary>> {
    return this.cache.answer(['before', id], () => this.streams.findBefore(id));
  }

  @Get('graphs/:granularity')
  @Operation({
    summary: 'Viewer graph',
    description:
      'The concurrent viewers of a stream over time. The stream is cut into parts from its start on, and each part in which viewers were counted is a point, oldest first. A graph has at most 3,000 points. A granularity that could give more is a 400, which names the finest one that fits, unless points asks for a graph that is thinned. What it could give is the number of parts from the first sample to the last, or the number of samples if that is lower. from and to are cut to the granularity: with hourly, 12:34 is 12:00 UTC. [] for a stream whose viewers were never counted.',
    ok: [ViewerPoint],
    okDescription: 'The points, oldest first.',
    failure: 'Failed to fetch viewer graph',
    units: viewerGraphUnits,
    badRequest: badGranularity,
    notFound,
  })
  listViewerGraph(
    @Param() { id, granularity }: ViewerGraphParams,
    @Query() query: OptionallyThinnedGraphQuery,
  ): Promise<Found<ViewerPoint[]>> {
    const range = cutRange(query, granularitySeconds[granularity]);
    const { from = '', to = '' } = range;
    const { points } = query;
    return this.cache.answer(['viewer-graph', id, granularity, from, to, points ?? ''], () =>
      this.viewers.listGraph(id, granularity, { ...range, points }),
    );
  }

  @Get('colab-sessions')
  @Operation({
    summary: 'Collaboration sessions',
    description:
      'The sessions in which the streamer broadcast together with others during this stream, by start, then by id. At most 1,000, and 1,000,000 bytes. [] for a stream without sessions.',
    ok: [ColabSession],
    okDescription: 'The sessions, earliest first.',
    failure: 'Failed to fetch collaboration sessions',
    notFound,
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<Found<ColabSession[]>> {
    return this.cache.answer(['colab-sessions', id], () => this.colabs.listOfStream(id));
  }
}
