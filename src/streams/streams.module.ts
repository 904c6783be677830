import { Module } from '@nestjs/common';
import { ColabSessionsController } from './colab-sessions.controller.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { LiveStreamsController } from './live-streams.controller.js';
import { LiveStreamsRepository } from './live-streams.repository.js';
import { LiveStreamsService } from './live-streams.service.js';
import { StreamViewersController } from './stream-viewers.controller.js';
import { StreamViewersRepository } from './stream-viewers.repository.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

@Module({
  // Before those of /v1/streams/:id, which would take `live` for an id.
  controllers: [LiveStreamsController, StreamsController, StreamViewersController, ColabSessionsController],
  providers: [
    StreamsService,
    StreamsRepository,
    LiveStreamsService,
    LiveStreamsRepository,
    StreamViewersService,
    StreamViewersRepository,
    ColabSessionsService,
    ColabSessionsRepository,
  ],
  exports: [StreamsService],
})
export class StreamsModule {}
