import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { ColabSession } from './dto/colab-session.response.js';
import { StreamParams } from './dto/stream.params.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class ColabSessionsController {
  constructor(
    private readonly sessions: ColabSessionsService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('colab-sessions')
  @Operation({
    summary: 'List collaboration sessions',
    description:
      'Returns the sessions in which the streamer broadcast with other streamers during this stream, by start, then by ID. The list has at most 1,000 sessions and 1,000,000 bytes, and is empty for a stream without sessions.',
    ok: [ColabSession],
    okDescription: 'Sessions, oldest first.',
    failure: 'Failed to fetch collaboration sessions',
    notFound: unknownStreamMessage,
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<Found<ColabSession[]>> {
    return this.cache.answer(['colab-sessions', id], () => this.sessions.listOfStream(id));
  }
}
