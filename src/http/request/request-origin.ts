import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { Config } from '../../config/config.js';

const origins = new AsyncLocalStorage<string | undefined>();

/** The scheme, host and port by which a client reaches the service; undefined if no trusted proxy names them. */
export function requestOrigin(): string | undefined {
  return origins.getStore();
}

/**
 * Keeps the origin of each request that came through a trusted proxy, for absolute addresses in its page. `PUBLIC_URL`
 * replaces it. Undefined if the service does not trust proxies: then a client can send any `Host`.
 */
export function keepOrigins({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>) {
  if (publicUrl !== undefined || trustProxy === false) return undefined;
  return (request: Request, _response: Response, next: NextFunction): void => origins.run(originOf(request), next);
}

/** Express has addresses of clients only if it trusts the peer of the connection, which then names the scheme and the host. */
function originOf({ ips, protocol, host }: Request): string | undefined {
  const isNamed = ips.length > 0 && /^https?$/.test(protocol) && /^[\w.-]{1,253}(:\d{1,5})?$/.test(host ?? '');
  return isNamed ? `${protocol}://${host}` : undefined;
}
