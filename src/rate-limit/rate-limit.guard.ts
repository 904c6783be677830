import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import type {
  ThrottlerLimitDetail,
  ThrottlerModuleOptions,
  ThrottlerRequest,
  ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { earlyHeaders } from '../http/early-headers.js';
import { traceOf } from '../http/request-trace.js';
import { budgetHeaders, draftHeaders } from './budget-headers.js';
import { Clients } from '../http/clients.js';

/**
 * ThrottlerGuard with one budget per client for the whole API, instead of one per operation. An operation with a `@Throttle`
 * of its own is counted by itself.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly ownLimits = new WeakMap<object, boolean>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly clients: Clients,
  ) {
    super(options, storage, reflector);
  }

  protected override async handleRequest(request: ThrottlerRequest): Promise<boolean> {
    const http = request.context.switchToHttp();
    const headers = earlyHeaders(http.getResponse<Response>());
    const isAllowed = await super.handleRequest(request);
    const numberIn = (name: string) => Number(headers[headers.indexOf(name) + 1]);
    const left = { remaining: numberIn('X-RateLimit-Remaining'), resetSeconds: numberIn('X-RateLimit-Reset') };
    headers.push(...draftHeaders({ limit: request.limit, windowSeconds: request.ttl / 1000, ...left }));
    traceOf(http.getRequest<Request>()).isCountedInSharedBudget = !this.hasOwnLimit(request.context);
    return isAllowed;
  }

  protected override setResponseHeader(response: Response, name: string, value: number): void {
    earlyHeaders(response).push(name, String(value));
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
    const rule = `the limit is ${limit} per ${ttl / 1000} seconds`;
    return Promise.resolve(`Too many requests: ${rule}. Try again in ${timeToBlockExpire} seconds.`);
  }

  /** Adds the headers of the budget, which the library leaves off a 429. */
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const { limit, ttl, timeToExpire: resetSeconds } = detail;
    const budget = { limit, windowSeconds: ttl / 1000, remaining: 0, resetSeconds };
    const response = context.switchToHttp().getResponse<Response>();
    earlyHeaders(response).push(...budgetHeaders(budget), ...draftHeaders(budget));
    return super.throwThrottlingException(context, detail);
  }

  /** Whether the operation or its controller has a `@Throttle` of its own. */
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
