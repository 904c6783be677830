import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { WebhookTarget } from '../../../config/webhook-targets.js';
import { version } from '../../../version.js';
import { Address, findAddresses, Resolve } from './allowed-address.js';
import { currentVersion } from './discord-api.js';
import { Message, signMessage } from './sign-message.js';

const maxResponseBytes = 4 * 1_024;

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The start of the body. */
  body: string;
}

/**
 * Sends a message once. Does not follow redirects. Throws an error without a response within the time limit, and for an
 * address that the target may not have.
 */
export async function postMessage(
  target: WebhookTarget,
  message: Message,
  signal: AbortSignal,
  resolve?: Resolve,
  limitMs = 15_000,
): Promise<Reply> {
  // Node.js 20 loses an AbortSignal.timeout inside of an AbortSignal.any.
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, limitMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await exchange(target, message, limit.signal, resolve);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function exchange(
  target: WebhookTarget,
  message: Message,
  limit: AbortSignal,
  resolve: Resolve | undefined,
): Promise<Reply> {
  const { isPrivate, secrets, token } = target;
  const url = urlOf(target);
  limit.throwIfAborted();
  // A lookup cannot be aborted.
  const stopped = once(limit, 'abort').then(() => Promise.reject(limit.reason as Error));
  const addresses = await Promise.race([findAddresses(url, isPrivate, resolve), stopped]);
  const body = Buffer.from(target.form === 'ntfy' ? addTopic(target, message.body) : message.body);
  const headers = {
    ...{ 'Content-Type': 'application/json', 'Content-Length': body.length, Connection: 'close' },
    'User-Agent': `streaming-analytics-api/${version}`,
    ...signMessage(message, secrets, new Date()),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const { request: send } = url.protocol === 'https:' ? https : http;
  const options = { method: 'POST', headers, agent: false, signal: limit, lookup: lookupOf(addresses) };
  const request = send(url, options);
  // The end of the time limit can come after the response.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const { statusCode: status = 0, headers: received } = response;
  return { status, headers: received, body: await readStart(response) };
}

/** ntfy accepts JSON at its root only. */
function urlOf({ url, form }: WebhookTarget): URL {
  const address = new URL(url);
  if (form === 'ntfy') return new URL('/', address);
  return form === 'discord' ? currentVersion(address) : address;
}

function addTopic({ url }: WebhookTarget, body: string): string {
  return JSON.stringify({ topic: new URL(url).pathname.slice(1), ...(JSON.parse(body) as object) });
}

/** Connects to the addresses that were checked, since another lookup may have another result. */
function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** Reads the start of the body, so that the receiver can finish its response. */
async function readStart(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxResponseBytes) break;
    }
  } catch {
    // The status counts, also of a response that is cut off.
  }
  response.destroy();
  return Buffer.concat(chunks).toString();
}
