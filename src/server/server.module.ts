import { Module } from '@nestjs/common';
import { MetaModule } from '../meta/meta.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { AccessLog } from '../telemetry/access-log.js';
import { RequestWatch } from '../telemetry/request-watch.js';
import { AnswerWriter } from './answer-writer.js';
import { BoardRefreshes } from './board-refresher.js';
import { CacheFront } from './cache-front.js';
import { DocsController } from './docs/docs.controller.js';
import { DocsFiles } from './docs/docs-files.js';
import { MetricsServer } from './metrics-server.js';
import { RequestEntrance } from './request-entrance.js';
import { ServiceIndexController } from './service-index.controller.js';
import { UnsentBytes } from './unsent-bytes.js';
import { WarmUp } from './warm-up.js';

@Module({
  imports: [MetaModule, PagesModule],
  controllers: [ServiceIndexController, DocsController],
  providers: [
    ...[AccessLog, AnswerWriter, BoardRefreshes, CacheFront, DocsFiles, MetricsServer],
    ...[RequestEntrance, RequestWatch, UnsentBytes, WarmUp],
  ],
})
export class ServerModule {}
