import { Module } from '@nestjs/common';
import { ColabSessionsRepository } from './colabs/colab-sessions.repository.js';
import { ColabSessionsService } from './colabs/colab-sessions.service.js';
import { LiveStreamsController } from './live/live-streams.controller.js';
import { LiveStreamsRepository } from './live/live-streams.repository.js';
import { StreamDetailsRepository } from './detail/stream-details.repository.js';
import { StreamOutlinesRepository } from './detail/stream-outlines.repository.js';
import { StreamViewersRepository } from './viewers/stream-viewers.repository.js';
import { StreamViewersService } from './viewers/stream-viewers.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

@Module({
  // LiveStreamsController must come first. Otherwise, `live` would be treated as an ID.
  controllers: [LiveStreamsController, StreamsController],
  providers: [
    StreamsService,
    StreamsRepository,
    StreamDetailsRepository,
    LiveStreamsRepository,
    StreamViewersService,
    StreamViewersRepository,
    ColabSessionsService,
    ColabSessionsRepository,
    StreamOutlinesRepository,
  ],
  exports: [StreamsService, StreamViewersService, ColabSessionsService],
})
export class StreamsModule {}
