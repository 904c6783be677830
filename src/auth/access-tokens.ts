import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { traceOf } from '../http/request-trace.js';

/** The bearer tokens that open the API. */
@Injectable()
export class AccessTokens {
  private readonly digests: Buffer[];
  private readonly clients: string[];

  constructor(config: Config) {
    this.digests = config.apiTokens.map(digest);
    // Instances that count together must give a token the same name, also while their other tokens differ.
    this.clients = this.digests.map((known) => `token-${digest(known).toString('hex', 0, 8)}`);
  }

  /** Whether no token is configured, so that no request needs one. */
  get isOpen(): boolean {
    return this.digests.length === 0;
  }

  /**
   * A stable name of the client whose valid token the request has in its one `Authorization` header, otherwise null. It is
   * kept in the request's trace.
   */
  identify(request: IncomingMessage): string | null {
    const trace = traceOf(request);
    if (trace.token === undefined) trace.token = this.isOpen ? null : this.findClient(request);
    return trace.token;
  }

  /** Compares with every configured token in constant time, so that the time it takes reveals nothing about them. */
  private findClient(request: IncomingMessage): string | null {
    const { authorization } = request.headers;
    if (authorization === undefined || hasSeveralAuthorizations(request)) return null;
    const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? [];
    if (token === undefined) return null;
    const presented = digest(token);
    const index = this.digests.reduce((found, known, i) => (timingSafeEqual(known, presented) ? i : found), -1);
    return this.clients[index] ?? null;
  }
}

/** Whether a request has several such headers. Node takes the first, but a proxy may have checked another one. */
export function hasSeveralAuthorizations({ rawHeaders }: IncomingMessage): boolean {
  // Names and values take turns.
  return rawHeaders.filter((text, i) => i % 2 === 0 && /^authorization$/i.test(text)).length > 1;
}

/** Digests all have the same length, which comparing in constant time requires. */
function digest(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}
