import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { workerId } from '../workers/primary.js';
import { AppLogger } from './app-logger.js';
import { FaultLog } from './fault-log.js';

@Global()
@Module({
  providers: [
    FaultLog,
    {
      provide: AppLogger,
      inject: [Config],
      useFactory: ({ logLevel }: Config) =>
        new AppLogger(logLevel, undefined, workerId === undefined ? undefined : { worker: workerId }),
    },
  ],
  exports: [AppLogger, FaultLog],
})
export class LoggingModule {}
