import { Module } from '@nestjs/common';
import { MetaModule } from '../meta/meta.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { TelemetryModule } from '../telemetry/telemetry.module.js';
import { AnswerWriter } from './answer-writer.js';
import { CacheFront } from './cache-front.js';
import { DocsController } from './docs.controller.js';
import { DocsFiles } from './docs-files.js';
import { MetricsServer } from './metrics-server.js';
import { RequestEntrance } from './request-entrance.js';
import { ServiceIndexController } from './service-index.controller.js';
import { UnsentBytes } from './unsent-bytes.js';
import { WarmUp } from './warm-up.js';

@Module({
  imports: [MetaModule, PagesModule, TelemetryModule],
  controllers: [ServiceIndexController, DocsController],
  providers: [AnswerWriter, CacheFront, DocsFiles, RequestEntrance, MetricsServer, UnsentBytes, WarmUp],
})
export class ServerModule {}
