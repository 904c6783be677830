import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppLogger } from '../logging/app-logger.js';
import { connectionLimits } from './connection-limits.js';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves what `print` answers at /metrics. Throws an error in words if it cannot listen there. */
export async function serveMetrics(
  print: () => Promise<string>,
  port: number,
  host: string | undefined,
  { pino }: AppLogger,
): Promise<Server> {
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
      reject(new Error(`METRICS_PORT is ${port}, where the service cannot listen (${error.code}).`)),
    );
    server.listen({ port, host }, resolve);
  });
  pino.info({ port: (server.address() as AddressInfo).port }, 'Serving metrics');
  return server;
}
