import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { Clients } from '../http/clients.js';
import { RawHeaders } from '../http/raw-headers.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { ThrottlerRecord, UnitStorage } from './throttler-record.js';

/** What a client has left of its budget. */
export interface Budget {
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  /** Whether the request came after the last unit was spent. */
  isUsedUp: boolean;
}

/** The budget that each client has for all operations. */
@Injectable()
export class ClientBudgets {
  constructor(
    private readonly config: Config,
    private readonly clients: Clients,
    @Inject(ThrottlerStorage) private readonly storage: UnitStorage,
  ) {}

  /** Spends units of the client's budget. Returns a promise where another process counts. */
  spend(request: Request, units = 1): Budget | Promise<Budget> {
    const { rateLimit: limit, rateWindowSeconds } = this.config;
    const client = this.clients.of(request);
    const windowMs = rateWindowSeconds * 1000;
    if (this.storage instanceof FixedWindowStorage)
      return this.budgetOf(this.storage.count(client, windowMs, limit, units));
    const counted = this.storage.increment(client, windowMs, limit, 0, 'default', units);
    return counted.then((record) => this.budgetOf(record));
  }

  private budgetOf({ isBlocked: isUsedUp, totalHits, timeToExpire: resetSeconds }: ThrottlerRecord): Budget {
    const { rateLimit: limit, rateWindowSeconds: windowSeconds } = this.config;
    return { limit, windowSeconds, remaining: Math.max(limit - totalHits, 0), resetSeconds, isUsedUp };
  }
}

/** The headers that ThrottlerGuard sets, and the fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers-11). */
export function budgetHeaders({ limit, windowSeconds, remaining, resetSeconds }: Budget): RawHeaders {
  return Object.entries({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `"default";q=${limit};w=${windowSeconds}`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  }).flat();
}
