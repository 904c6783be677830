import { Module } from '@nestjs/common';
import { StreamsModule } from '../streams/streams.module.js';
import { StatsController } from './stats.controller.js';
import { StreamerController } from './streamer.controller.js';
import { StreamerRepository } from './streamer.repository.js';
import { StreamerService } from './streamer.service.js';

@Module({
  imports: [StreamsModule],
  controllers: [StreamerController, StatsController],
  providers: [StreamerService, StreamerRepository],
  exports: [StreamerService],
})
export class StreamerModule {}
