import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AccessTokens } from './auth/access-tokens.js';
import { BearerGuard } from './auth/bearer.guard.js';
import { Clock } from './clock/clock.js';
import { Config } from './config/config.js';
import { loadConfig } from './config/environment.js';
import { DatabaseProbe } from './database/reads/database-probe.js';
import { PrismaService } from './database/prisma.service.js';
import { EventsModule } from './events/events.module.js';
import { GamesModule } from './games/games.module.js';
import { Clients } from './http/request/clients.js';
import { UnsentBytes } from './http/request/unsent-bytes.js';
import { RequestValidationPipe } from './http/query/validation.pipe.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { CollectorStatus } from './lifecycle/collector-status.js';
import { Lifecycle } from './lifecycle/lifecycle.js';
import { AppLogger } from './logging/app-logger.js';
import { FaultLog } from './logging/fault-log.js';
import { MetaModule } from './meta/meta.module.js';
import { PageErrorFilter } from './pages/page-error.filter.js';
import { PagesModule } from './pages/pages.module.js';
import { PartnersModule } from './partners/partners.module.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { WorkInterceptor } from './rate-limit/work.interceptor.js';
import { ResponseCache } from './response-cache/response-cache.js';
import { OperationGuard } from './server/entry/operation.guard.js';
import { ServerModule } from './server/server.module.js';
import { StreamerModule } from './streamer/streamer.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { TotalsModule } from './totals/totals.module.js';

const shared = [
  { provide: Config, useFactory: () => loadConfig() },
  { provide: AppLogger, inject: [Config], useFactory: ({ logLevel }: Config) => new AppLogger(logLevel) },
  AccessTokens,
  Clients,
  Clock,
  CollectorStatus,
  DatabaseProbe,
  FaultLog,
  Lifecycle,
  PrismaService,
  RequestValidationPipe,
  ResponseCache,
  UnsentBytes,
];

/** Providers that every module can inject. */
@Global()
@Module({ providers: shared, exports: shared })
class SharedModule {}

/**
 * The guards of every route, in their order. The rate limit runs first, so that requests with wrong tokens count. Query
 * errors are returned only to clients that passed the token check.
 */
const guards = [RateLimitGuard, BearerGuard, OperationGuard];

@Module({
  imports: [
    SharedModule,
    RateLimitModule,
    StreamerModule,
    StreamsModule,
    LeaderboardModule,
    GamesModule,
    TotalsModule,
    PartnersModule,
    EventsModule,
    MetaModule,
    PagesModule,
    ServerModule,
  ],
  providers: [
    BearerGuard,
    OperationGuard,
    ...guards.map((guard) => ({ provide: APP_GUARD, useExisting: guard })),
    { provide: APP_INTERCEPTOR, useClass: WorkInterceptor },
    { provide: APP_PIPE, useExisting: RequestValidationPipe },
    { provide: APP_FILTER, useClass: PageErrorFilter },
  ],
})
export class AppModule {}
