import { isIP, Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { readableEnd } from './readable-list.js';
import { traceOf } from './request-trace.js';

const address = Symbol('client address');

/** Names the clients that send requests: by their token, or else by their address. */
@Injectable()
export class Clients {
  constructor(private readonly config: Config) {}

  /** The name of a request's client: that of its valid token, or else the address that a trusted proxy names, or that of the connection. */
  of(request: Request): string {
    const trace = traceOf(request);
    const named = () => (this.config.trustProxy === false ? undefined : readAddress(namedAddress(request)));
    return (trace.client ??= trace.token ?? named() ?? this.at(request.socket));
  }

  /** The address of a connection's peer: of IPv6 the /64 network, and an IPv4 address that is mapped to IPv6 as IPv4. */
  at(socket: Socket & { [address]?: string }): string {
    return (socket[address] ??= normalizeIp(socket.remoteAddress ?? ''));
  }
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
