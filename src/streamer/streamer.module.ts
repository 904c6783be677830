import { Module } from '@nestjs/common';
import { LeaderboardModule } from '../leaderboard/leaderboard.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { StreamerController } from './streamer.controller.js';
import { StreamerReportsController } from './streamer-reports.controller.js';
import { StreamerRepository } from './streamer.repository.js';
import { StreamerService } from './streamer.service.js';
import { StreamersController } from './streamers.controller.js';
import { StreamersRepository } from './streamers.repository.js';
import { StreamersService } from './streamers.service.js';

@Module({
  imports: [StreamsModule, LeaderboardModule],
  controllers: [StreamerController, StreamerReportsController, StreamersController],
  providers: [StreamerService, StreamerRepository, StreamersService, StreamersRepository],
  exports: [StreamerService, StreamersService],
})
export class StreamerModule {}
