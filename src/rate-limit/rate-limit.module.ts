import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Admissions } from './admission.js';
import { FixedWindowStorage } from './fixed-window.storage.js';

const storage = {
  provide: FixedWindowStorage,
  inject: [Clock],
  useFactory: (clock: Clock) => new FixedWindowStorage(clock),
};

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => [{ limit: config.rateLimit, ttl: config.rateWindowSeconds * 1000 }],
    }),
  ],
  providers: [storage, Admissions],
  exports: [ThrottlerModule, Admissions],
})
export class RateLimitModule {}
