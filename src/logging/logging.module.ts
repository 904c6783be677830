import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AppLogger } from './app-logger.js';
import { FaultLog } from './fault-log.js';

@Global()
@Module({
  providers: [
    FaultLog,
    {
      provide: AppLogger,
      inject: [Config],
      useFactory: ({ logLevel }: Config) => new AppLogger(logLevel),
    },
  ],
  exports: [AppLogger, FaultLog],
})
export class LoggingModule {}
