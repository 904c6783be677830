import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { AppLogger } from '../logging/app-logger.js';
import { Admissions } from './admission.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { RedisWindowStorage } from './redis-window.storage.js';
import { WindowStorage } from './window-storage.js';

const storage = {
  provide: WindowStorage,
  inject: [Config, Clock, AppLogger],
  useFactory: ({ redisUrl }: Config, clock: Clock, logger: AppLogger) => {
    const local = new FixedWindowStorage(clock);
    return redisUrl === undefined ? local : RedisWindowStorage.connect(redisUrl, local, logger);
  },
};

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => [{ limit: config.rateLimit, ttl: config.rateWindowSeconds * 1000 }],
    }),
  ],
  providers: [storage, Admissions],
  exports: [ThrottlerModule, Admissions, WindowStorage],
})
export class RateLimitModule {}
