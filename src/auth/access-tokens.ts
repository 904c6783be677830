import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { traceOf } from '../http/request/request-trace.js';

/** The configured bearer tokens. */
@Injectable()
export class AccessTokens {
  private readonly digests: Buffer[];
  private readonly clients: string[];

  constructor(config: Config) {
    this.digests = config.apiTokens.map(digest);
    // The name of a token must not depend on other tokens: instances that share counters may have different tokens.
    this.clients = this.digests.map((known) => `token-${digest(known).toString('hex', 0, 8)}`);
  }

  /** True if no token is configured. Requests then need no token. */
  get allowsAnonymous(): boolean {
    return this.digests.length === 0;
  }

  /**
   * Returns a stable name for the client if the request has exactly one `Authorization` header with a valid token,
   * otherwise null. Stores the name in the request's trace.
   */
  identify(request: IncomingMessage): string | null {
    const trace = traceOf(request);
    if (trace.clientName === undefined) trace.clientName = this.allowsAnonymous ? null : this.findClient(request);
    return trace.clientName ?? null;
  }

  /** Compares with every token in constant time so that the duration reveals nothing about the tokens. */
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

/**
 * True if a request has several such headers. Node uses the first one, but a proxy may have checked a different one.
 */
export function hasSeveralAuthorizations({ rawHeaders }: IncomingMessage): boolean {
  // Names and values alternate.
  return rawHeaders.filter((text, i) => i % 2 === 0 && /^authorization$/i.test(text)).length > 1;
}

/** All digests have the same length, which the comparison in constant time requires. */
function digest(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}
