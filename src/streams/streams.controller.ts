import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamDetail } from './dto/stream-detail.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { StreamParams } from './dto/stream.params.js';
import { StreamDetailsService } from './stream-details.service.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamsController {
  constructor(
    private readonly streams: StreamsService,
    private readonly details: StreamDetailsService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'Stream',
    description:
      'One stream, as recent streams answer it, with the titles, games and tags that it went through, and how well it is known.',
    ok: StreamDetail,
    okDescription: 'The stream.',
    failure: 'Failed to fetch stream',
    notFound: unknownStreamMessage,
  })
  findStream(@Param() { id }: StreamParams): Promise<Found<StreamDetail>> {
    return this.cache.answer(['stream', id], () => this.details.findDetail(id));
  }

  @Get('message-stats')
  @Operation({
    summary: 'Message statistics',
    description:
      'Counts of messages and chatters in the chat of a stream. All of them are zero if nothing is known about the chat.',
    ok: MessageStats,
    okDescription: 'The statistics.',
    failure: 'Failed to fetch message statistics',
    notFound: unknownStreamMessage,
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
}
