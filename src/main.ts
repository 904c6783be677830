import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { appOptions, setUpApp } from './server/set-up-app.js';
import { Config } from './config/config.js';
import { loadConfig } from './config/environment.js';
import { loadEnvFile } from './config/env-file.js';
import { readerConnection } from './database/reads/reader-pool.js';
import { Lifecycle } from './lifecycle/lifecycle.js';
import { ApiExpressAdapter } from './server/entry/api-express.adapter.js';
import { RefreshStatus, startBoardRefresher } from './server/operations/board-refresher.js';
import { exitOnUnexpected, shutDownOnSignals } from './server/operations/shut-down.js';
import { ServiceCollector } from './server/operations/service-collector.js';
import { listeningFields } from './server/operations/listening-fields.js';
import { WarmUp } from './server/operations/warm-up.js';
import { AppLogger } from './logging/app-logger.js';
import { version } from './version.js';

try {
  loadEnvFile();
  const config = loadConfig();
  // Reject a wrong connection here: Nest would print a stack and initialize other parts first.
  readerConnection(config);
  await serve();
} catch (error) {
  console.error(startFailure(error));
  process.exit(1);
}

async function serve(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, new ApiExpressAdapter(), appOptions);
  setUpApp(app);
  const config = app.get(Config);
  const { port, host, drainSeconds } = config;
  exitOnUnexpected(app.get(AppLogger));
  shutDownOnSignals(app, drainSeconds);
  await app.init();
  await app.get(WarmUp).run();
  await (host === undefined ? app.listen(port) : app.listen(port, host));
  const server = app.getHttpServer();
  const fields = listeningFields(config, (server.address() as AddressInfo).port, server.maxConnections);
  app.get(AppLogger).pino.info({ version, ...fields }, 'Listening');
  startBoardRefresher(config, app.get(AppLogger), app.get(Lifecycle), app.get(RefreshStatus));
  app.get(ServiceCollector).start();
}

interface ListenError extends NodeJS.ErrnoException {
  address?: string;
  /** The name that could not be resolved. */
  hostname?: string;
  port?: number;
}

/** Explains why the service did not start. */
function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, address, hostname, port } = error as ListenError;
  const isHostWrong = syscall === 'listen' ? code === 'EADDRNOTAVAIL' || code === 'EINVAL' : hostname !== undefined;
  if (isHostWrong) {
    return `HOST is ${hostname ?? address}, which is not an address of this machine (${code}). Set HOST to an address of this machine, or remove it to listen on all.`;
  }
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the other program, or set PORT to a free port.`;
  if (code === 'EACCES') return `Port ${port} requires more privileges: set PORT to a port above 1023.`;
  return error.name === 'Error' ? error.message : (error.stack ?? error.message);
}
