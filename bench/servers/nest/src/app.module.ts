import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { LeaderboardController } from './leaderboard/leaderboard.controller.js';
import { LeaderboardService } from './leaderboard/leaderboard.service.js';
import { PrismaService } from './prisma.service.js';
import { StreamerController } from './streamer/streamer.controller.js';
import { StreamerService } from './streamer/streamer.service.js';
import { StreamsController } from './streams/streams.controller.js';
import { StreamsService } from './streams/streams.service.js';

const { RATE_LIMIT, RATE_WINDOW_SECONDS } = process.env;

@Module({
  imports: [ThrottlerModule.forRoot([{ ttl: Number(RATE_WINDOW_SECONDS) * 1000, limit: Number(RATE_LIMIT) }])],
  controllers: [StreamerController, StreamsController, LeaderboardController],
  providers: [
    PrismaService,
    StreamerService,
    StreamsService,
    LeaderboardService,
    { provide: APP_GUARD, useClass: ThrottlerGuard },
  ],
})
export class AppModule {}
