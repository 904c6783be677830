import { Module } from '@nestjs/common';
import { AccessLog } from './access-log.js';
import { RequestWatch } from './request-watch.js';

@Module({ providers: [RequestWatch, AccessLog], exports: [RequestWatch] })
export class TelemetryModule {}
