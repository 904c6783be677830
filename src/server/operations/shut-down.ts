import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { INestApplication } from '@nestjs/common';
import { AppLogger } from '../../logging/app-logger.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { ServiceCollector } from './service-collector.js';

// Docker sends SIGKILL ten seconds after SIGTERM.
const finishMs = 6_000;

/**
 * Shuts down on SIGTERM or SIGINT with exit code 0. SIGINT comes from a person and does not wait for load balancers.
 */
export function shutDownOnSignals(app: INestApplication, drainSeconds: number): void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    void shutDown(app, signal === 'SIGTERM' ? drainSeconds : 0).then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

/**
 * Reports that the service is not ready, but accepts requests for another `drainSeconds`, so that load balancers stop
 * sending traffic. Then stops accepting connections, finishes running requests and disconnects from the database. The
 * collector of this service ends at the same time. A write that takes longer ends later, without this process.
 */
export async function shutDown(app: INestApplication, drainSeconds: number): Promise<void> {
  const { pino } = app.get(AppLogger);
  pino.info('Shutting down');
  app.get(Lifecycle).isDraining = true;
  const collected = app.get(ServiceCollector).stop();
  await sleep(drainSeconds * 1000);
  const server = app.getHttpServer() as Server;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const late = new AbortController();
  const deadline = sleep(finishMs, undefined, late).then(() => server.closeAllConnections());
  await Promise.all([closed, Promise.race([collected, deadline])]);
  deadline.catch(() => {});
  late.abort();
  await app.close().catch((error: unknown) => pino.warn({ err: error }, 'The shutdown was incomplete'));
  pino.info('Shut down');
}

/** Logs an uncaught error and exits with code 1, because the state of the process is unknown after such an error. */
export function exitOnUnexpected(logger: AppLogger): void {
  const end = (error: unknown) => {
    logger.pino.fatal({ err: error }, 'Ending after an uncaught error');
    process.exit(1);
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}
