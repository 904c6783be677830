import { Module } from '@nestjs/common';
import { MetaModule } from '../meta/meta.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { ResponseCacheModule } from '../response-cache/response-cache.module.js';
import { AccessLog } from './access-log.js';
import { MetricsServer } from './metrics-server.js';
import { RequestWatch } from './request-watch.js';

@Module({
  imports: [MetaModule, RateLimitModule, ResponseCacheModule],
  providers: [RequestWatch, AccessLog, MetricsServer],
  exports: [RequestWatch],
})
export class TelemetryModule {}
