import { Controller, Get, Param } from '@nestjs/common';
import { Matches } from 'class-validator';
import { StreamsService } from './streams.service.js';

class StreamParams {
  @Matches(/^\d{1,18}$/)
  id: string;
}

@Controller('v1/streams/:id')
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  @Get('message-stats')
  messageStats(@Param() { id }: StreamParams) {
    return this.streams.messageStats(id);
  }
}
