import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { Clients } from '../http/request/clients.js';
import { Budget } from './budget-headers.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { ThrottlerRecord, UnitStorage } from './throttler-record.js';

/** The budget of each client for all operations without their own limit. */
@Injectable()
export class ClientBudgets {
  constructor(
    private readonly config: Config,
    private readonly clients: Clients,
    @Inject(ThrottlerStorage) private readonly storage: UnitStorage,
  ) {}

  /** Spends units of the client's budget. Undefined if it is used up. Returns a promise if Redis counts. */
  spend(request: Request, units = 1): Budget | undefined | Promise<Budget | undefined> {
    const { rateLimit: limit, rateWindowSeconds } = this.config;
    const client = this.clients.of(request);
    const windowMs = rateWindowSeconds * 1000;
    if (this.storage instanceof FixedWindowStorage)
      return this.budgetOf(this.storage.count(client, windowMs, limit, 0, units));
    const counted = this.storage.increment(client, windowMs, limit, 0, 'default', units);
    return counted.then((record) => this.budgetOf(record));
  }

  private budgetOf({ isBlocked, totalHits, timeToExpire }: ThrottlerRecord): Budget | undefined {
    const { rateLimit: limit, rateWindowSeconds: windowSeconds } = this.config;
    return isBlocked ? undefined : { limit, windowSeconds, remaining: limit - totalHits, resetSeconds: timeToExpire };
  }
}
