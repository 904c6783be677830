import { Module } from '@nestjs/common';
import { BoardListener } from './board-listener.js';
import { LeaderboardController } from './leaderboard.controller.js';
import { LeaderboardRepository } from './leaderboard.repository.js';
import { LeaderboardService } from './leaderboard.service.js';
import { StreamsModule } from '../streams/streams.module.js';

@Module({
  imports: [StreamsModule],
  controllers: [LeaderboardController],
  providers: [LeaderboardService, LeaderboardRepository, BoardListener],
  exports: [LeaderboardService],
})
export class LeaderboardModule {}
