import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerLimitDetail, ThrottlerModuleOptions, ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { earlyHeaders } from '../http/request/early-headers.js';
import { traceOf } from '../http/request/request-trace.js';
import { budgetHeaders } from './budget-headers.js';
import { Clients } from '../http/request/clients.js';
import { RequestUnits, UnitRule } from '../http/request/request-units.js';
import { UnitStorage } from './throttler-record.js';

/** ThrottlerGuard with one budget per client, except for operations that have their own `@Throttle`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownLimits = new WeakMap<object, boolean>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly units: UnitStorage,
    reflector: Reflector,
    private readonly clients: Clients,
  ) {
    super(options, units, reflector);
  }

  /** Counts a request with its {@link RequestUnits}, for which the library's method has no parameter. */
  protected override async handleRequest(request: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, getTracker, generateKey, throttler } = request;
    const { name = 'default' } = throttler;
    const http = context.switchToHttp();
    const trace = traceOf(http.getRequest<Request>());
    const tracker = await getTracker(http.getRequest(), context);
    const key = generateKey(context, tracker, name);
    trace.isCountedInSharedBudget = !this.hasOwnLimit(context);
    trace.units = trace.isCountedInSharedBudget ? this.unitsOf(context) : 1;
    const record = await this.units.increment(key, ttl, limit, blockDuration, name, trace.units);
    if (record.isBlocked) await this.throwThrottlingException(context, { limit, ttl, key, tracker, ...record });
    const { totalHits, timeToExpire: resetSeconds } = record;
    const budget = { limit, windowSeconds: ttl / 1000, remaining: limit - totalHits, resetSeconds };
    earlyHeaders(http.getResponse<Response>()).push(...budgetHeaders(budget));
    return true;
  }

  protected override getTracker(request: Request): Promise<string> {
    return Promise.resolve(this.clients.of(request));
  }

  protected override generateKey(context: ExecutionContext, client: string, throttler: string): string {
    if (!this.hasOwnLimit(context)) return client;
    return `${context.getClass().name}.${context.getHandler().name}-${throttler}-${client}`;
  }

  protected override getErrorMessage(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<string> {
    const { limit, ttl, timeToBlockExpire } = detail;
    const rule = `the limit is ${limit} units per ${ttl / 1000} seconds`;
    return Promise.resolve(`Too many requests: ${rule}. Try again in ${timeToBlockExpire} seconds.`);
  }

  /** Adds the headers of a 429. */
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const { limit, ttl, timeToExpire: resetSeconds, timeToBlockExpire } = detail;
    const budget = { limit, windowSeconds: ttl / 1000, remaining: 0, resetSeconds };
    const response = context.switchToHttp().getResponse<Response>();
    earlyHeaders(response).push('Retry-After', String(timeToBlockExpire), ...budgetHeaders(budget));
    return super.throwThrottlingException(context, detail);
  }

  private unitsOf(context: ExecutionContext): number {
    const rule = this.reflector.get<UnitRule | undefined>(RequestUnits, context.getHandler());
    return rule === undefined ? 1 : rule.of(context.switchToHttp().getRequest<Request>().query);
  }

  /** True if the operation or its controller has its own `@Throttle`. */
  private hasOwnLimit(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let isOwn = this.ownLimits.get(handler);
    if (isOwn === undefined) {
      const keys = [handler, context.getClass()].flatMap((target) => Reflect.getMetadataKeys(target).map(String));
      this.ownLimits.set(handler, (isOwn = keys.some((key) => key.startsWith('THROTTLER:'))));
    }
    return isOwn;
  }
}
