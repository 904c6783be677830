import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { Inject, Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { PrismaService } from '../database/prisma.service.js';
import { connectionLimits } from '../http/connection-limits.js';
import { AppLogger } from '../logging/app-logger.js';
import { MetaService } from '../meta/meta.service.js';
import { RedisWindowStorage } from '../rate-limit/redis-window.storage.js';
import { WindowStorage } from '../rate-limit/window-storage.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { version } from '../version.js';
import type { Metrics } from './metrics.js';
import { RequestWatch } from './request-watch.js';

/** With `METRICS_PORT`, serves the metrics at /metrics there, away from the API: they are for who runs it. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly config: Config,
    private readonly watch: RequestWatch,
    private readonly prisma: PrismaService,
    private readonly cache: ResponseCache,
    private readonly meta: MetaService,
    @Inject(WindowStorage) private readonly windows: WindowStorage,
    private readonly logger: AppLogger,
  ) {}

  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | undefined)?.port;
  }

  /** The library is loaded only here, where it is needed. */
  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.config;
    if (metricsPort === undefined) return;
    const { Metrics } = await import('./metrics.js');
    const metrics = new Metrics(this.sources(), version);
    this.watch.add((watched) => metrics.observe(watched));
    this.server = this.createServer(metrics);
    await listen(this.server, metricsPort, host);
    this.logger.pino.info({ port: this.port }, 'Serving metrics');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private sources() {
    const { pool } = this.prisma;
    return {
      pool: () => ({
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        max: this.config.databasePoolSize,
      }),
      cache: () => this.cache.usage,
      isLimitShared: () => (this.windows instanceof RedisWindowStorage ? this.windows.isShared : undefined),
      data: async () => {
        const { newest_data_at: newestAt, leaderboard_refreshed_at: boardRefreshedAt } = await this.meta.findStatus();
        return { newestAt, boardRefreshedAt };
      },
    };
  }

  private createServer(metrics: Metrics): Server {
    return createServer(connectionLimits, (request, response) => {
      const isKnown = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
      if (!isKnown) return void response.writeHead(404).end();
      metrics.print().then(
        (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
        (error: unknown) => {
          this.logger.pino.error({ err: error }, 'Failed to print metrics');
          response.writeHead(500).end();
        },
      );
    });
  }
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`METRICS_PORT is ${port}, where the service cannot listen (${error.code}).`)),
    );
    server.listen({ port, host }, resolve);
  });
}
