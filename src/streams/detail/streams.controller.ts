import { Param } from '@nestjs/common';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { MessageStats } from './message-stats.response.js';
import { StreamDetail } from './stream-detail.response.js';
import { StreamSummary } from './stream-summary.response.js';
import { StreamParams } from './stream.params.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';

@ReadController('v1/streams/:id', 'Streams')
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  @Read('', {
    summary: 'Get a stream',
    description: 'Returns a stream with its figures, its changes and its coverage.',
    ok: StreamDetail,
    okDescription: 'Stream with its changes and coverage.',
  })
  findStream(@Param() { id }: StreamParams): Promise<StreamDetail> {
    return this.streams.findDetail(id);
  }

  @Read('message-stats', {
    summary: 'Get message statistics',
    description:
      'Returns the number of messages and chatters in the chat of a stream. If nothing is known about the chat, these counts are zero.',
    ok: MessageStats,
    okDescription: 'The statistics.',
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<MessageStats> {
    return this.streams.findMessageStats(id);
  }

  @Read('before', {
    summary: 'Get the previous stream',
    description:
      'Returns the newest stream of the same streamer that started before this stream. If several streams have that start, it returns the stream with the lowest ID.',
    ok: StreamSummary,
    okDescription: 'The previous stream.',
    notFound: firstStreamMessage,
  })
  findStreamBefore(@Param() { id }: StreamParams): Promise<StreamSummary> {
    return this.streams.findBefore(id);
  }
}
