import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../../http/request/limited-api.decorator.js';
import { Operation } from '../../http/request/operation.decorator.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { StreamParams } from '../detail/stream.params.js';
import { unknownStreamMessage } from '../detail/unknown-stream.js';
import { ColabSession } from './colab-session.response.js';
import { ColabSessionsService } from './colab-sessions.service.js';

@Controller('v1/streams/:id')
@CachedApi('Streams')
export class ColabSessionsController {
  constructor(
    private readonly colabs: ColabSessionsService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('colab-sessions')
  @Operation({
    summary: 'List collaboration sessions',
    description:
      'Returns the sessions in which the streamer broadcast with other streamers during this stream, sorted by start, then by ID. The list has at most 1,000 sessions and 1,000,000 bytes, and is empty for a stream without sessions.',
    ok: [ColabSession],
    okDescription: 'Sessions, oldest first.',
    failure: 'Failed to fetch collaboration sessions',
    notFound: unknownStreamMessage,
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<LoadedResponse<ColabSession[]>> {
    return this.cache.getOrLoad(['colab-sessions', id], () => this.colabs.listOfStream(id));
  }
}
