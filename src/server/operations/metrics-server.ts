import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import { Config } from '../../config/config.js';
import { PrismaService } from '../../database/prisma.service.js';
import { AppLogger } from '../../logging/app-logger.js';
import { MetaService } from '../../meta/meta.service.js';
import { RedisWindowStorage } from '../../rate-limit/redis-window.storage.js';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { version } from '../../version.js';
import { RefreshStatus } from './board-refresher.js';
import { connectionLimits } from '../entry/connection-limits.js';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves the metrics at /metrics on `METRICS_PORT`, if set. Uses a separate port because metrics are for operators. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

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
    return (this.server?.address() as AddressInfo | undefined)?.port;
  }

  /** Loads prom-client only if metrics are on. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.metricsPort === undefined) return;
    const { Metrics } = await import('../../telemetry/metrics.js');
    const metrics = new Metrics(this.sources(), version);
    this.watch.add((watched) => metrics.observe(watched));
    this.server = await this.serve(() => metrics.print(), this.config.metricsPort);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Throws an error with a clear message if the port cannot be opened. */
  private async serve(print: () => Promise<string>, port: number): Promise<Server> {
    const { pino } = this.logger;
    const server = createServer(connectionLimits, (request, response) => {
      const isKnown = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
      if (!isKnown) return void response.writeHead(404).end();
      print().then(
        (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
        (error: unknown) => {
          pino.error({ err: error }, 'Failed to collect metrics');
          response.writeHead(500).end();
        },
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new Error(`METRICS_PORT is ${port}, but the service cannot listen on this port (${error.code}).`)),
      );
      server.listen({ port, host: this.config.host }, resolve);
    });
    pino.info({ port: (server.address() as AddressInfo).port }, 'Serving metrics');
    return server;
  }

  private sources() {
    return {
      pool: () => this.prisma.poolUsage,
      cache: () => this.cache.usage,
      isLimitShared: () => (this.counters instanceof RedisWindowStorage ? this.counters.isShared : undefined),
      hasRefreshFailed: () => this.refreshStatus.hasFailed,
      data: async () => {
        const { newest_data_at: newestAt, leaderboard_refreshed_at: boardRefreshedAt } = await this.meta.findStatus();
        return { newestAt, boardRefreshedAt };
      },
    };
  }
}
