import { Module } from '@nestjs/common';
import { ColabSessionsController } from './colab-sessions.controller.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { LiveStreamsController } from './live-streams.controller.js';
import { LiveStreamsRepository } from './live-streams.repository.js';
import { LiveStreamsService } from './live-streams.service.js';
import { StreamDetailsRepository } from './stream-details.repository.js';
import { StreamDetailsService } from './stream-details.service.js';
import { StreamOutlinesRepository } from './stream-outlines.repository.js';
import { StreamOutlinesService } from './stream-outlines.service.js';
import { StreamPicturesController } from './stream-pictures.controller.js';
import { StreamPicturesService } from './stream-pictures.service.js';
import { StreamViewersController } from './stream-viewers.controller.js';
import { StreamViewersRepository } from './stream-viewers.repository.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

@Module({
  controllers: [
    // Before those of /v1/streams/:id, which would take `live` for an id, and `hourly.svg` for a granularity.
    LiveStreamsController,
    StreamPicturesController,
    StreamsController,
    StreamViewersController,
    ColabSessionsController,
  ],
  providers: [
    StreamsService,
    StreamsRepository,
    StreamDetailsService,
    StreamDetailsRepository,
    LiveStreamsService,
    LiveStreamsRepository,
    StreamViewersService,
    StreamViewersRepository,
    StreamPicturesService,
    ColabSessionsService,
    ColabSessionsRepository,
    StreamOutlinesService,
    StreamOutlinesRepository,
  ],
  exports: [
    StreamsService,
    LiveStreamsService,
    StreamViewersService,
    ColabSessionsService,
    StreamOutlinesService,
    StreamDetailsService,
  ],
})
export class StreamsModule {}
