import { isIPv6 } from 'node:net';
import { Config } from './config.js';

/** True if the service listens on all addresses of the machine. */
export function listensEverywhere(host: string | undefined): boolean {
  return host === undefined || host === '0.0.0.0' || host === '::';
}

/** The origin at which programs on this machine reach the service. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === undefined || listensEverywhere(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
