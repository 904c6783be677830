import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { MessageStats } from './message-stats.response.js';
import { StreamDetail } from './stream-detail.response.js';
import { StreamSummary } from './stream-summary.response.js';
import { StreamParams } from './stream.params.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class StreamsController {
  constructor(
    private readonly streams: StreamsService,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  @Operation({
    summary: 'Get a stream',
    description: 'Returns a stream with its figures, its changes and its coverage.',
    ok: StreamDetail,
    okDescription: 'Stream with its changes and coverage.',
    failure: 'Failed to fetch stream',
    notFound: unknownStreamMessage,
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
    notFound: unknownStreamMessage,
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<LoadedResponse<MessageStats>> {
    return this.cache.getOrLoad(['message-stats', id], () => this.streams.findMessageStats(id));
  }

  @Get('before')
  @Operation({
    summary: 'Get the previous stream',
    description:
      'Returns the newest stream of the same streamer that started before this stream. If several streams have that start, it returns the stream with the lowest ID.',
    ok: StreamSummary,
    okDescription: 'The previous stream.',
    failure: 'Failed to fetch previous stream',
    notFound: firstStreamMessage,
  })
  findStreamBefore(@Param() { id }: StreamParams): Promise<LoadedResponse<StreamSummary>> {
    return this.cache.getOrLoad(['before', id], () => this.streams.findBefore(id));
  }
}
