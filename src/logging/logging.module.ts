import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { AppLogger } from './app-logger.js';

@Global()
@Module({
  providers: [{ provide: AppLogger, inject: [Config], useFactory: (config: Config) => new AppLogger(config.logLevel) }],
  exports: [AppLogger],
})
export class LoggingModule {}
