import { Global, Module } from '@nestjs/common';
import { Config } from './config.js';
import { loadConfig } from './environment.js';

/** Gives every module the one {@link Config}, read from the environment. */
@Global()
@Module({
  providers: [{ provide: Config, useFactory: () => loadConfig() }],
  exports: [Config],
})
export class ConfigModule {}
