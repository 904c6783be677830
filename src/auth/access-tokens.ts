import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** The bearer tokens that open the API. */
@Injectable()
export class AccessTokens {
  private readonly digests: Buffer[];

  constructor(config: Config) {
    this.digests = config.apiTokens.map(digest);
  }

  /** Whether no token is configured, so that none is needed. */
  get isOpen(): boolean {
    return this.digests.length === 0;
  }

  /**
   * A stable name of the client for a valid `Authorization` header, otherwise undefined. Every configured token is
   * compared in constant time, so that how long it takes tells nothing about any of them.
   */
  identify(authorization: string | undefined): string | undefined {
    if (this.isOpen || authorization === undefined) return undefined;
    const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? [];
    if (token === undefined) return undefined;
    const presented = digest(token);
    const index = this.digests.reduce((found, known, i) => (timingSafeEqual(known, presented) ? i : found), -1);
    return index < 0 ? undefined : `token-${index}`;
  }
}

/** Digests have one length, which comparing in constant time needs. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
