import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** What of a request tells who sends it. */
export type Credentials = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/** The bearer tokens that open the API. */
@Injectable()
export class AccessTokens {
  private readonly digests: Buffer[];
  private readonly clients: string[];

  constructor(config: Config) {
    this.digests = config.apiTokens.map(digest);
    // Instances that share their counters must give a token one name, also while they differ in what other tokens they
    // have.
    this.clients = this.digests.map((known) => `token-${digest(known).toString('hex', 0, 8)}`);
  }

  /** Whether no token is configured, so that none is needed. */
  get isOpen(): boolean {
    return this.digests.length === 0;
  }

  /**
   * A stable name of the client of a request with one `Authorization` header and a valid token in it, otherwise
   * undefined. Every configured token is compared in constant time, so that how long it takes tells nothing about any.
   */
  identify(request: Credentials): string | undefined {
    const { authorization } = request.headers;
    if (this.isOpen || authorization === undefined || hasSeveralAuthorizations(request)) return undefined;
    const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? [];
    if (token === undefined) return undefined;
    const presented = digest(token);
    const index = this.digests.reduce((found, known, i) => (timingSafeEqual(known, presented) ? i : found), -1);
    return this.clients[index];
  }
}

/** Whether there is a choice of headers: Node takes the first, but something on the way may have checked another. */
export function hasSeveralAuthorizations({ rawHeaders }: Credentials): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 'authorization'.length && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}

/** Digests have one length, which comparing in constant time needs. */
function digest(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest();
}
