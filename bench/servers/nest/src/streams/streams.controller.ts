import { Controller, Get, Param } from '@nestjs/common';
import { StreamParams } from './stream.params.js';
import { StreamsService } from './streams.service.js';

@Controller('v1/streams/:id')
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  @Get('message-stats')
  messageStats(@Param() { id }: StreamParams) {
    return this.streams.messageStats(id);
  }
}
