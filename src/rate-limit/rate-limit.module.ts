import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { FixedWindowStorage } from './fixed-window.storage.js';

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Config, Clock],
      useFactory: (config: Config, clock: Clock) => ({
        throttlers: [{ limit: config.rateLimit, ttl: config.rateWindowSeconds * 1000 }],
        storage: new FixedWindowStorage(clock),
      }),
    }),
  ],
  exports: [ThrottlerModule],
})
export class RateLimitModule {}
