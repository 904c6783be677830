import { Controller, Get, Param } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { StreamParams } from './dto/stream.params.js';
import { firstStreamMessage, StreamsService } from './streams.service.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@LimitedApi('Streams')
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  @Get('message-stats')
  @Operation({
    summary: 'Message statistics',
    description: 'How much was written in the chat of a stream. All zero for a stream of which nothing is known.',
    ok: MessageStats,
    okDescription: 'The statistics.',
    failure: 'Failed to fetch message statistics',
    cached: true,
    notFound: unknownStreamMessage,
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<MessageStats> {
    return this.streams.findMessageStats(id);
  }

  @Get('before')
  @Operation({
    summary: 'Previous stream',
    description:
      "The same streamer's newest stream that started before this one; of equal start the one with the lower id. A stream with the same start is not before it.",
    ok: StreamSummary,
    okDescription: 'The stream.',
    failure: 'Failed to fetch previous stream',
    cached: true,
    notFound: firstStreamMessage,
  })
  findStreamBefore(@Param() { id }: StreamParams): Promise<StreamSummary> {
    return this.streams.findBefore(id);
  }
}
