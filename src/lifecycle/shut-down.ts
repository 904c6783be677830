import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { INestApplication } from '@nestjs/common';
import { AppLogger } from '../logging/app-logger.js';
import { Lifecycle } from './lifecycle.js';

// Whoever sends SIGTERM waits ten seconds before SIGKILL, as Docker does.
const finishMs = 6_000;

/**
 * Ends the process in order, with exit code 0, on SIGTERM or SIGINT. A person, who sends SIGINT, does not wait for the
 * load balancers.
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
 * The service says that it is not ready, and goes on answering for a while, so that who balances the load can turn away.
 * Then it takes no more connections, finishes what is under way, and lets go of the database.
 */
export async function shutDown(app: INestApplication, drainSeconds: number): Promise<void> {
  const { pino } = app.get(AppLogger);
  pino.info('Shutting down');
  app.get(Lifecycle).isDraining = true;
  await sleep(drainSeconds * 1000);
  const server = app.getHttpServer() as Server;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), finishMs);
  await closed;
  clearTimeout(deadline);
  await app.close().catch((error: unknown) => pino.warn({ err: error }, 'Shutting down was not complete'));
  pino.info('Shut down');
}

/** Something that nobody expected leaves a state that nobody knows: it is logged, and the process ends with 1. */
export function exitOnUnexpected(logger: AppLogger): void {
  const end = (error: unknown) => {
    logger.pino.fatal({ err: error }, 'Ending after an error that nothing has caught');
    process.exit(1);
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}
