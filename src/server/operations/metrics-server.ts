import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { Config } from '../../config/config.js';
import { PrismaService } from '../../database/prisma.service.js';
import { AppLogger } from '../../logging/app-logger.js';
import { MetaService } from '../../meta/meta.service.js';
import { RedisWindowStorage } from '../../rate-limit/redis-window.storage.js';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { OperatorServer, serveOperators } from '../../http/operators/operator-server.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { version } from '../../version.js';
import { RefreshStatus } from './board-refresher.js';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves the metrics at /metrics on `METRICS_PORT`, if set. Uses a separate port because metrics are for operators. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: OperatorServer | undefined;

  constructor(
    private readonly config: Config,
    private readonly watch: RequestWatch,
    private readonly prisma: PrismaService,
    private readonly cache: ResponseCache,
    private readonly meta: MetaService,
    @Inject(ThrottlerStorage) private readonly counters: ThrottlerStorage,
    private readonly refreshStatus: RefreshStatus,
    private readonly logger: AppLogger,
  ) {}

  get port(): number | undefined {
    return this.server?.port;
  }

  /** Loads prom-client only if metrics are on. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.metricsPort === undefined) return;
    const { Metrics } = await import('../../telemetry/metrics.js');
    const metrics = new Metrics(this.sources(), version);
    this.watch.add((watched) => metrics.observe(watched));
    const { pino } = this.logger;
    const { metricsPort: port, host } = this.config;
    this.server = await serveOperators(
      { variable: 'METRICS_PORT', port, host },
      {
        metrics: { metrics: () => metrics.print(), contentType },
        onError: (error) => pino.error({ err: error }, 'Failed to collect metrics'),
      },
    );
    pino.info({ port: this.server.port }, 'Serving metrics');
  }

  onApplicationShutdown(): void {
    this.server?.close();
  }

  private sources() {
    return {
      pool: () => this.prisma.poolUsage,
      cache: () => this.cache.usage,
      isLimitShared: () => (this.counters instanceof RedisWindowStorage ? this.counters.isShared : undefined),
      refresher: () => this.refreshStatus.report,
      data: async () => {
        const { newest_data_at: newestAt, leaderboard_refreshed_at: boardRefreshedAt } = await this.meta.findStatus();
        return { newestAt, boardRefreshedAt };
      },
    };
  }
}
