import type { Socket } from 'node:net';
import { NestExpressApplication } from '@nestjs/platform-express';
import { Config } from '../config/config.js';
import { AppLogger } from '../logging/app-logger.js';
import { FaultLog } from '../logging/fault-log.js';
import { frontPage } from '../pages/front-page.middleware.js';
import { rangeChoice } from '../pages/parts/ranges/range-choice.js';
import { hiddenPages } from '../pages/hidden-pages.middleware.js';
import { pagePaths } from '../pages/page-paths.js';
import { RequestWatch } from '../telemetry/request-watch.js';
import { keepCaller } from '../response-cache/caller.js';
import { keepOrigins } from '../http/request/request-origin.js';
import { ApiExpressAdapter } from './entry/api-express.adapter.js';
import { respondToClientError } from './entry/client-error.js';
import { allowOrigins } from './responses/cors.js';
import { docsPaths } from './docs/docs.controller.js';
import { DocsFiles } from './docs/docs-files.js';
import { EdgeCache } from './entry/edge-cache.js';
import { limitConnections } from './entry/max-connections.js';
import { listExtensions } from './entry/list-extensions.middleware.js';
import { createOpenApiDocument, findListPaths, toExpressPaths } from './openapi/openapi.js';
import { OperationGuard } from './entry/operation.guard.js';
import { readOnly } from './entry/read-only.middleware.js';
import { RequestEntry } from './entry/request-entry.js';
import { ErrorSender } from './responses/error-sender.js';

/** The options with which the server and the tests create the application. */
export const appOptions = { bodyParser: false, bufferLogs: true, abortOnError: false } as const;

/** Sets up the log, trusted proxies, CORS, the documentation and the middleware. */
export function setUpApp(app: NestExpressApplication, document = createOpenApiDocument(app, app.get(Config))): void {
  const config = app.get(Config);
  app.useLogger(app.get(AppLogger));
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  app.disable('etag');
  if (config.corsOrigins.length > 0) app.use(allowOrigins(config.corsOrigins));
  const keepOrigin = config.pagesEnabled ? keepOrigins(config) : undefined;
  if (keepOrigin) app.use(keepOrigin);
  app.use(keepCaller);
  const pages = config.pagesEnabled ? pagePaths : [];
  app.use(listExtensions(findListPaths(document)));
  const files = ['/robots.txt', '/assets/:file', ...(config.docsEnabled ? docsPaths : [])];
  const paths = [...toExpressPaths(document), '/', ...files, ...pages];
  app.use(readOnly(paths, app.get(ErrorSender)));
  app.use(...(config.pagesEnabled ? [frontPage, rangeChoice] : [hiddenPages(config)]));
  if (config.strictQuery) app.get(OperationGuard).rejectUnknownParameters(document);
  if (config.docsEnabled) app.get(DocsFiles).prepare(document);
  const adapter = app.getHttpAdapter();
  if (adapter instanceof ApiExpressAdapter) adapter.connect(app.get(RequestEntry), app.get(EdgeCache));
  limitConnections(app.getHttpServer(), config, app.get(FaultLog));
  const watch = app.get(RequestWatch);
  app
    .getHttpServer()
    .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => respondToClientError(error, socket, watch));
}
