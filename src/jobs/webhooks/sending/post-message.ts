import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { WebhookTarget } from '../../../config/webhook-targets.js';
import { version } from '../../../version.js';
import { Address, findAddresses, Resolve } from './allowed-address.js';
import { Message, signMessage } from './sign-message.js';

const limitMs = 15_000;
const maxResponseBytes = 4 * 1_024;

export interface Reply {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Sends a message once. Does not follow redirects. Throws an error without a response within {@link limitMs}, and for an
 * address that the target may not have.
 */
export async function postMessage(
  target: WebhookTarget,
  message: Message,
  signal: AbortSignal,
  resolve?: Resolve,
): Promise<Reply> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const url = new URL(target.url);
  const addresses = await untilAborted(findAddresses(url, target.isPrivate, resolve), limit);
  const body = Buffer.from(message.body);
  const headers = {
    ...{ 'Content-Type': 'application/json', 'Content-Length': body.length, Connection: 'close' },
    'User-Agent': `streaming-analytics-api/${version}`,
    ...signMessage(message, target.secrets, new Date()),
  };
  const { request: send } = url.protocol === 'https:' ? https : http;
  const options = { method: 'POST', headers, agent: false, signal: limit, lookup: lookupOf(addresses) };
  const request = send(url, options);
  // The end of the time limit can come after the response.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  await skipBody(response);
  const { statusCode = 0, headers: received } = response;
  return { status: statusCode, retryAfter: received['retry-after'] };
}

/** Connects to the addresses that were checked, since another lookup may have another result. */
function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

/** Reads a part of the body, so that the receiver can finish its response. */
async function skipBody(response: http.IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes >= maxResponseBytes) break;
    }
  } catch {
    // The status counts, also of a response that is cut off.
  }
  response.destroy();
}

/** A lookup cannot be aborted. */
async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
