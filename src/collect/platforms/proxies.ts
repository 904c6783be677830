import type { Agent } from 'node:http';
import { getProxyForUrl } from 'proxy-from-env';
import type { ProxyAgent } from 'undici';
import { Fetch } from './client/exchange.js';

/* Node.js follows HTTPS_PROXY and NO_PROXY only from version 24 on, with a flag, and not for WebSockets. */

/** Returns a function that fetches through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY select, or directly. */
export function proxyFetch(): Fetch {
  const agents = new Map<string, ProxyAgent>();
  return async (url, init) => {
    const proxy = getProxyForUrl(url);
    if (proxy === '') return fetch(url, init);
    // The fetch of Node.js does not accept a dispatcher of another version of undici. Few collectors need the library.
    const undici = await import('undici');
    const dispatcher = agents.get(proxy) ?? new undici.ProxyAgent(proxy);
    agents.set(proxy, dispatcher);
    return (await undici.fetch(url, { ...(init as object), dispatcher })) as unknown as Response;
  };
}

/** Returns an agent for a WebSocket to a URL; undefined for a direct connection. */
export async function createProxyAgent(url: string): Promise<Agent | undefined> {
  const proxy = getProxyForUrl(url.replace(/^ws/, 'http'));
  if (proxy === '') return undefined;
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return new HttpsProxyAgent(proxy);
}
