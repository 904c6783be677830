import { Controller, Get, Param } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamParams } from './dto/stream.params.js';
import { StreamsService } from './streams.service.js';

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
    notFound: 'There is no stream with this id.',
  })
  findMessageStats(@Param() { id }: StreamParams): Promise<MessageStats> {
    return this.streams.findMessageStats(id);
  }
}
