import { isIP, Socket } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { readableEnd } from './readable-list.js';

const address = Symbol('client address');

/** The address of a connection's peer: of IPv6 the /64 network, and an IPv4 address that is mapped to IPv6 as IPv4. */
export function socketAddress(socket: Socket & { [address]?: string }): string {
  return (socket[address] ??= normalizeIp(socket.remoteAddress ?? ''));
}

/** The address of a request's client: the one that a trusted proxy names, or else that of the connection. */
export function clientAddress(request: Request, trustsProxy: boolean): string {
  const named = trustsProxy ? readAddress(namedAddress(request)) : undefined;
  return named ?? socketAddress(request.socket);
}

/** Express checks each address that proxies have appended, so it gets no more of them than proxies need. */
function namedAddress(request: Request): string {
  const { headers } = request;
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = readableEnd(forwarded);
  return request.ip ?? '';
}

/** The address in a text that may have a port, as some proxies add it. Undefined for a text that is not an address. */
function readAddress(text: string): string | undefined {
  const [, withoutPort = text] = /^([\d.]+):\d+$/.exec(text) ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  if (isIP(withoutPort) === 0) return undefined;
  // A copy, since a substring would keep the whole header in memory for as long as the client is remembered.
  return normalizeIp(Buffer.from(withoutPort, 'latin1').toString('latin1'));
}
