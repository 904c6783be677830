import type { IncomingHttpHeaders } from 'node:http';

/** JSON error codes of Discord: the webhook is unknown, or its token is invalid. */
const deletedCodes: readonly unknown[] = [10_015, 50_027];

/** Returns an address whose version has `Retry-After` in seconds. Before version 8, and without a version, it is in milliseconds. */
export function currentVersion(url: URL): URL {
  const address = new URL(url);
  address.pathname = url.pathname.replace(/^\/api\/(?:v[0-7]\/)?(?=webhooks\/)/, '/api/v10/');
  return address;
}

/** Returns the time after which a rate limit of this webhook ends; undefined if it is unknown, or of the resource that several share. */
export function readOwnReset(headers: IncomingHttpHeaders): number | undefined {
  return headers['x-ratelimit-scope'] === 'shared' ? undefined : readReset(headers);
}

/** Returns the time until the next request is allowed; 0 if it is allowed now. */
export function readSpentMs(headers: IncomingHttpHeaders): number {
  return headers['x-ratelimit-remaining'] === '0' ? (readReset(headers) ?? 0) : 0;
}

function readReset({ 'x-ratelimit-reset-after': value }: IncomingHttpHeaders): number | undefined {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) return undefined;
  return Math.ceil(Number(value) * 1_000);
}

/** A block by Cloudflare has the same status, and a body of HTML. */
export function isDeletedWebhook(body: string): boolean {
  try {
    return deletedCodes.includes((JSON.parse(body) as { code?: unknown }).code);
  } catch {
    return false;
  }
}
