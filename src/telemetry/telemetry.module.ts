import { Module } from '@nestjs/common';
import { AccessLog } from './access-log.js';
import { BoardRefreshes } from './board-refreshes.js';
import { RequestWatch } from './request-watch.js';

@Module({ providers: [RequestWatch, AccessLog, BoardRefreshes], exports: [RequestWatch, BoardRefreshes] })
export class TelemetryModule {}
