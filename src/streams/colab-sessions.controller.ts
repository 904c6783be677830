import { Controller, Get, Param } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { ColabSession } from './dto/colab-session.response.js';
import { StreamParams } from './dto/stream.params.js';
import { unknownStreamMessage } from './unknown-stream.js';

@Controller('v1/streams/:id')
@LimitedApi('Streams')
export class ColabSessionsController {
  constructor(private readonly sessions: ColabSessionsService) {}

  @Get('colab-sessions')
  @Operation({
    summary: 'Collaboration sessions',
    description:
      'The times in which the streamer broadcast together with others during this stream, earliest first, then by id; at most 1,000. [] for a stream without any.',
    ok: [ColabSession],
    okDescription: 'The sessions.',
    failure: 'Failed to fetch collaboration sessions',
    cached: true,
    notFound: unknownStreamMessage,
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<ColabSession[]> {
    return this.sessions.listOfStream(id);
  }
}
