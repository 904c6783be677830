import type { Socket } from 'node:net';
import { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { Config } from './config/config.js';
import { ApiExpressAdapter } from './http/api-express.adapter.js';
import { answerClientError } from './http/client-error.js';
import { exposedHeaders } from './http/cors.js';
import { serveDocs } from './http/openapi.js';
import { readOnly } from './http/read-only.middleware.js';
import { requestId } from './http/request-id.middleware.js';
import { setSecurityHeaders } from './http/security-headers.js';
import { Lifecycle } from './lifecycle/lifecycle.js';
import { AppLogger } from './logging/app-logger.js';
import { CachedAnswers } from './response-cache/cached-answers.js';
import { RequestWatch } from './telemetry/request-watch.js';

/** How the application is created, by the server and by the tests alike. */
export const appOptions = { bodyParser: false, bufferLogs: true, abortOnError: false } as const;

/** Sets what needs an application: the log, proxies, CORS, documentation, and what comes before any route. */
export function setUpApp(app: NestExpressApplication): void {
  const config = app.get(Config);
  app.useLogger(app.get(AppLogger));
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(setSecurityHeaders(config.docsEnabled));
  app.use(requestId);
  if (config.corsOrigins.length > 0) {
    const origin = config.corsOrigins.includes('*') ? '*' : [...config.corsOrigins];
    app.enableCors({ origin, methods: ['GET', 'HEAD'], exposedHeaders });
  }
  app.use(readOnly((path) => isKnownPath(app.getHttpAdapter().getInstance(), path)));
  if (config.docsEnabled) serveDocs(app);
  const adapter = app.getHttpAdapter();
  const watch = app.get(RequestWatch);
  if (adapter instanceof ApiExpressAdapter) {
    adapter.answers = app.get(CachedAnswers);
    adapter.lifecycle = app.get(Lifecycle);
    adapter.watch = watch;
  }
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket) => answerClientError(error, socket, watch);
  app.getHttpServer().on('clientError', onClientError);
}

/** Whether some route answers the path, by Express's own matching, which its types leave out. */
function isKnownPath(express: Express, path: string): boolean {
  const layers = express.router.stack as unknown as { route?: object; match(path: string): boolean }[];
  return layers.some((layer) => layer.route !== undefined && layer.match(path));
}
