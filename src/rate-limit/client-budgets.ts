import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { Clients } from '../http/request/clients.js';
import { Charge, traceOf } from '../http/request/request-trace.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { ThrottlerRecord, UnitStorage } from './throttler-record.js';

/** A limit in a window, and the key under which its units are counted. */
export interface Budget {
  key: string;
  limit: number;
  windowMs: number;
  blockMs: number;
  isShared: boolean;
}

/** Charges requests to budgets, each request once. */
@Injectable()
export class ClientBudgets {
  constructor(
    private readonly config: Config,
    private readonly clients: Clients,
    @Inject(ThrottlerStorage) private readonly storage: UnitStorage,
  ) {}

  /** Charges the client's budget for all operations without their own limit. Returns a promise if Redis counts. */
  charge(request: Request, units = 1): Charge | Promise<Charge> {
    const { rateLimit: limit, rateWindowSeconds } = this.config;
    const key = this.clients.of(request);
    return this.chargeTo(
      { key, limit, windowMs: rateWindowSeconds * 1000, blockMs: 0, isShared: true },
      request,
      units,
    );
  }

  /** Charges a budget. Returns the earlier charge if the request was charged already. */
  chargeTo(budget: Budget, request: Request, units: number): Charge | Promise<Charge> {
    const trace = traceOf(request);
    if (trace.charge) return trace.charge;
    const { key, limit, windowMs, blockMs } = budget;
    const spend = (record: ThrottlerRecord): Charge => {
      trace.spend(chargeOf(record, budget, units));
      return trace.charge as Charge;
    };
    return this.storage instanceof FixedWindowStorage
      ? spend(this.storage.count(key, windowMs, limit, blockMs, units))
      : this.storage.increment(key, windowMs, limit, blockMs, 'default', units).then(spend);
  }
}

function chargeOf(record: ThrottlerRecord, { limit, windowMs, isShared }: Budget, units: number): Charge {
  const { totalHits, timeToExpire: resetSeconds, isBlocked: isExceeded } = record;
  const remaining = Math.max(0, limit - totalHits);
  return { units, limit, windowSeconds: windowMs / 1000, remaining, resetSeconds, isExceeded, isShared };
}
