import { isIP, Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../../config/config.js';
import { headerListEnd } from './header-list.js';
import { traceOf } from './request-trace.js';

const address = Symbol('client address');

/** Names clients by their token, or by their address if they have no token. */
@Injectable()
export class Clients {
  constructor(private readonly config: Config) {}

  /** Names a client by its valid token, the address from a trusted proxy, or the address of the connection. */
  nameFor(request: Request): string {
    const { trustProxy } = this.config;
    const named = () => (trustProxy === false ? undefined : readAddress(namedAddress(request)));
    return traceOf(request).clientName ?? named() ?? this.peerAddress(request.socket);
  }

  /** The address of a connection's peer: the /64 network for IPv6, and IPv4 for mapped IPv4 addresses. */
  peerAddress(socket: Socket & { [address]?: string }): string {
    return (socket[address] ??= normalizeIp(socket.remoteAddress ?? ''));
  }
}

/** Limits the number of addresses that proxies have appended, because Express checks each address. */
function namedAddress(request: Request): string {
  const { headers } = request;
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = headerListEnd(forwarded);
  return request.ip ?? '';
}

/** Reads an address with or without a port, which some proxies add. Undefined for other texts. */
function readAddress(text: string): string | undefined {
  const [, withoutPort = text] = /^([\d.]+):\d+$/.exec(text) ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  if (isIP(withoutPort) === 0) return undefined;
  // Copy the text, because a substring would keep the whole header in memory as long as the client is remembered.
  return normalizeIp(Buffer.from(withoutPort, 'latin1').toString('latin1'));
}
