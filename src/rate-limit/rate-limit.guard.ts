import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerException,
  ThrottlerGuard,
  ThrottlerStorage,
} from '@nestjs/throttler';
import type { ThrottlerModuleOptions, ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { Clients } from '../http/request/clients.js';
import { setHeaders } from '../http/request/raw-headers.js';
import { Charge, traceOf } from '../http/request/request-trace.js';
import { RequestUnits } from '../http/request/unit-rule.js';
import { budgetHeaders } from './budget-headers.js';
import { FixedWindowStorage, ThrottlerRecord, UnitStorage } from './fixed-window.storage.js';

/** A limit in a window, and the key under which its units are counted. */
interface Budget {
  key: string;
  limit: number;
  windowMs: number;
  blockMs: number;
  /** True for the client's budget for all operations, false for the own limit of an operation. */
  isShared: boolean;
}

/** ThrottlerGuard with one budget per client, except for operations that have their own `@Throttle`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly clients: Clients,
    private readonly config: Config,
  ) {
    super(options, storage, reflector);
  }

  /** Charges the client's budget for all operations without their own limit. Returns a promise if Redis counts. */
  charge(request: Request, units: number): Charge | Promise<Charge> {
    return this.chargeTo(this.sharedBudget(request), request, units);
  }

  /** Charges what a request has not paid of a number of units. Sets the headers if the response is unsent. */
  async chargeUpTo(request: Request, response: Response, units: number): Promise<Charge | undefined> {
    const trace = traceOf(request);
    const more = units - trace.paidUnits;
    if (more <= 0) return trace.charge;
    trace.paidUnits = units;
    const charge = await this.count(this.sharedBudget(request), more);
    if (!response.headersSent) setHeaders(response, budgetHeaders(charge));
    return charge;
  }

  /** Sets the headers of a charge. Throws a 429 if the budget was used up before. */
  admit(charge: Charge, response: Response): true {
    setHeaders(response, budgetHeaders(charge));
    if (!charge.isExceeded) return true;
    const { limit, windowSeconds, resetSeconds } = charge;
    response.setHeader('Retry-After', String(resetSeconds));
    const rule = `the limit is ${limit} units per ${windowSeconds} seconds`;
    throw new ThrottlerException(`Too many requests: ${rule}. Try again in ${resetSeconds} seconds.`);
  }

  /** Charges the request with its {@link RequestUnits}, for which the library's method has no parameter. */
  protected override async handleRequest(limits: ThrottlerRequest): Promise<boolean> {
    const http = limits.context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const charge = this.hasCustomLimit(limits)
      ? await this.chargeTo(await budgetOf(limits, request), request, 1)
      : await this.charge(request, this.unitsOf(limits.context, request));
    return this.admit(charge, response);
  }

  protected override getTracker(request: Request): Promise<string> {
    return Promise.resolve(this.clients.nameFor(request));
  }

  /** Charges a budget. Returns the earlier charge if the edge cache has charged the request. */
  private chargeTo(budget: Budget, request: Request, units: number): Charge | Promise<Charge> {
    const trace = traceOf(request);
    if (trace.charge) return trace.charge;
    const charge = this.count(budget, units);
    trace.paidUnits = units;
    const setCharge = (charged: Charge): Charge => (trace.charge = charged);
    return charge instanceof Promise ? charge.then(setCharge) : setCharge(charge);
  }

  /** Counts units. Returns a promise if Redis counts. */
  private count(budget: Budget, units: number): Charge | Promise<Charge> {
    const { key, limit, windowMs, blockMs } = budget;
    const storage: UnitStorage = this.storageService;
    return storage instanceof FixedWindowStorage
      ? chargeOf(storage.count(key, windowMs, limit, blockMs, units), budget, units)
      : storage
          .increment(key, windowMs, limit, blockMs, 'default', units)
          .then((record) => chargeOf(record, budget, units));
  }

  private sharedBudget(request: Request): Budget {
    const { rateLimit: limit, rateWindowSeconds } = this.config;
    const key = this.clients.nameFor(request);
    return { key, limit, windowMs: rateWindowSeconds * 1000, blockMs: 0, isShared: true };
  }

  private unitsOf(context: ExecutionContext, { query }: Request): number {
    return this.reflector.get(RequestUnits, context.getHandler())?.unitsFor(query) ?? 1;
  }

  private hasCustomLimit({ limit, ttl, blockDuration, throttler, getTracker, generateKey }: ThrottlerRequest): boolean {
    const isDefault = limit === throttler.limit && ttl === throttler.ttl && blockDuration === throttler.blockDuration;
    return !isDefault || getTracker !== this.commonOptions.getTracker || generateKey !== this.commonOptions.generateKey;
  }
}

async function budgetOf(limits: ThrottlerRequest, request: Request): Promise<Budget> {
  const { context, limit, ttl, blockDuration, throttler, getTracker, generateKey } = limits;
  const key = generateKey(context, await getTracker(request, context), throttler.name ?? 'default');
  return { key, limit, windowMs: ttl, blockMs: blockDuration, isShared: false };
}

function chargeOf(record: ThrottlerRecord, { limit, windowMs, isShared }: Budget, units: number): Charge {
  const { totalHits, timeToExpire: resetSeconds, isBlocked: isExceeded } = record;
  const remaining = Math.max(0, limit - totalHits);
  return { units, limit, windowSeconds: windowMs / 1000, remaining, resetSeconds, isExceeded, isShared };
}
