import { Param } from '@nestjs/common';
import { Read, ReadController } from '../../response-cache/read.decorator.js';
import { StreamParams } from '../detail/stream.params.js';
import { ColabSession } from './colab-session.response.js';
import { ColabSessionsService } from './colab-sessions.service.js';

@ReadController('v1/streams/:id', 'Streams')
export class ColabSessionsController {
  constructor(private readonly colabs: ColabSessionsService) {}

  @Read('colab-sessions', {
    summary: 'List collaboration sessions',
    description:
      'Returns the sessions in which the streamer broadcast with other streamers during this stream, sorted by start, then by ID. The list has at most 1,000 sessions and 1,000,000 bytes, and is empty for a stream without sessions.',
    ok: [ColabSession],
    okDescription: 'Sessions, oldest first.',
  })
  listColabSessions(@Param() { id }: StreamParams): Promise<ColabSession[]> {
    return this.colabs.listOfStream(id);
  }
}
