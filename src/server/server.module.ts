import { Module } from '@nestjs/common';
import { MetaModule } from '../meta/meta.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { AccessLog } from '../telemetry/access-log.js';
import { RequestWatch } from '../telemetry/request-watch.js';
import { ResponseWriter } from './responses/response-writer.js';
import { RefreshStatus } from './operations/board-refresher.js';
import { EdgeCache } from './entry/edge-cache.js';
import { DocsController } from './docs/docs.controller.js';
import { DocsFiles } from './docs/docs-files.js';
import { ErrorSender } from './responses/error-sender.js';
import { MetricsServer } from './operations/metrics-server.js';
import { RequestEntry } from './entry/request-entry.js';
import { ServiceIndexController } from './docs/service-index.controller.js';
import { ServiceCollector } from './operations/service-collector.js';
import { WarmUp } from './operations/warm-up.js';

@Module({
  imports: [MetaModule, PagesModule],
  controllers: [ServiceIndexController, DocsController],
  providers: [
    AccessLog,
    ResponseWriter,
    RefreshStatus,
    EdgeCache,
    DocsFiles,
    ErrorSender,
    MetricsServer,
    RequestEntry,
    RequestWatch,
    ServiceCollector,
    WarmUp,
  ],
})
export class ServerModule {}
