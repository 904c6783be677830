import { Module } from '@nestjs/common';
import { ColabSessionsController } from './colab-sessions.controller.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { StreamViewersController } from './stream-viewers.controller.js';
import { StreamViewersRepository } from './stream-viewers.repository.js';
import { StreamViewersService } from './stream-viewers.service.js';
import { StreamsController } from './streams.controller.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

@Module({
  controllers: [StreamsController, StreamViewersController, ColabSessionsController],
  providers: [
    StreamsService,
    StreamsRepository,
    StreamViewersService,
    StreamViewersRepository,
    ColabSessionsService,
    ColabSessionsRepository,
  ],
  exports: [StreamsService],
})
export class StreamsModule {}
