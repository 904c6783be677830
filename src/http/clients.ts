import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { clientAddress, socketAddress } from './client-address.js';
import { traceOf } from './request-trace.js';

/** Names the clients that send requests: by their token, or else by their address. */
@Injectable()
export class Clients {
  constructor(private readonly config: Config) {}

  /** The name of a request's client: that of its valid token, or else its address. */
  of(request: Request): string {
    const trace = traceOf(request);
    return (trace.client ??= trace.token ?? clientAddress(request, this.config.trustProxy !== false));
  }

  /** The name of a client that is known by its connection only. */
  at(socket: Socket): string {
    return socketAddress(socket);
  }
}
