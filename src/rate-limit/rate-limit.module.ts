import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { AppLogger } from '../logging/app-logger.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RedisWindowStorage } from './redis-window.storage.js';

@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Config, Clock, AppLogger],
      useFactory: async ({ rateLimit, rateWindowSeconds, redisUrl }: Config, clock: Clock, logger: AppLogger) => {
        const local = new FixedWindowStorage(clock);
        return {
          // A blocked client may send requests again after its window ends.
          throttlers: [{ limit: rateLimit, ttl: rateWindowSeconds * 1000, blockDuration: 0 }],
          storage: redisUrl === undefined ? local : await RedisWindowStorage.connect(redisUrl, local, logger),
        };
      },
    }),
  ],
  providers: [RateLimitGuard],
  exports: [RateLimitGuard],
})
export class RateLimitModule {}
