import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigError } from '../../config/environment.js';
import { connectionLimits } from '../request/connection-limits.js';

/** The address of a server for operators. `variable` is the variable that sets the port. */
export interface OperatorAddress {
  variable: string;
  port: number;
  host?: string | undefined;
}

/** What a server for operators returns. */
export interface OperatorPages {
  /** The metrics at /metrics, in the text format of Prometheus. */
  metrics: Pick<Registry, 'metrics' | 'contentType'>;
  /** At /ready, why the process is not ready; undefined if it is ready. Without this function, /ready is a 404. */
  notReady?: () => string | undefined;
  onError?: (error: unknown) => void;
}

export interface OperatorServer {
  port: number;
  close: () => void;
}

/**
 * Serves metrics and readiness on a port of their own, because they are for operators. Throws a ConfigError if the port
 * cannot be opened.
 */
export async function serveOperators(
  { variable, port, host }: OperatorAddress,
  { metrics, notReady, onError = () => {} }: OperatorPages,
): Promise<OperatorServer> {
  const server = createServer(connectionLimits, (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (notReady && request.url === '/ready') {
      const problem = notReady();
      return void response
        .writeHead(problem ? 503 : 200, { 'Content-Type': 'text/plain' })
        .end(`${problem ?? 'ready'}\n`);
    }
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  await once(server.listen({ port, host }), 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `${variable} is ${port}, but the process cannot listen on this port (${code}). Set ${variable} to a free port.`,
    );
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
