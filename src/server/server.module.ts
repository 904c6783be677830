import { Module } from '@nestjs/common';
import { MetaModule } from '../meta/meta.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { AccessLog } from '../telemetry/access-log.js';
import { RequestWatch } from '../telemetry/request-watch.js';
import { AnswerWriter } from './responses/answer-writer.js';
import { BoardRefreshes } from './operations/board-refresher.js';
import { CacheFront } from './entry/cache-front.js';
import { DocsController } from './docs/docs.controller.js';
import { DocsFiles } from './docs/docs-files.js';
import { MetricsServer } from './operations/metrics-server.js';
import { RequestEntrance } from './entry/request-entrance.js';
import { ServiceIndexController } from './docs/service-index.controller.js';
import { UnsentBytes } from './entry/unsent-bytes.js';
import { WarmUp } from './operations/warm-up.js';

@Module({
  imports: [MetaModule, PagesModule],
  controllers: [ServiceIndexController, DocsController],
  providers: [
    ...[AccessLog, AnswerWriter, BoardRefreshes, CacheFront, DocsFiles, MetricsServer],
    ...[RequestEntrance, RequestWatch, UnsentBytes, WarmUp],
  ],
})
export class ServerModule {}
