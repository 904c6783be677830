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
import { setHeaders } from '../http/request/raw-headers.js';
import { RequestUnits } from '../http/request/request-units.js';
import { budgetHeaders } from './budget-headers.js';
import { Budget, ClientBudgets } from './client-budgets.js';
import { Clients } from '../http/request/clients.js';

/** ThrottlerGuard with one budget per client, except for operations that have their own `@Throttle`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly budgets: ClientBudgets,
    private readonly clients: Clients,
  ) {
    super(options, storage, reflector);
  }

  /** Charges the request with its {@link RequestUnits}, for which the library's method has no parameter. */
  protected override async handleRequest(limits: ThrottlerRequest): Promise<boolean> {
    const http = limits.context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const charge = this.hasOwnLimit(limits)
      ? await this.budgets.chargeTo(await budgetOf(limits, request), request, 1)
      : await this.budgets.charge(request, this.unitsOf(limits.context, request));
    setHeaders(response, budgetHeaders(charge));
    if (!charge.isExceeded) return true;
    const { limit, windowSeconds, resetSeconds } = charge;
    response.setHeader('Retry-After', String(resetSeconds));
    const rule = `the limit is ${limit} units per ${windowSeconds} seconds`;
    throw new ThrottlerException(`Too many requests: ${rule}. Try again in ${resetSeconds} seconds.`);
  }

  protected override getTracker(request: Request): Promise<string> {
    return Promise.resolve(this.clients.of(request));
  }

  private unitsOf(context: ExecutionContext, { query }: Request): number {
    return this.reflector.get(RequestUnits, context.getHandler())?.of(query) ?? 1;
  }

  /** True if `@Throttle` has changed the limit. */
  private hasOwnLimit({ limit, ttl, blockDuration, throttler, getTracker, generateKey }: ThrottlerRequest): boolean {
    const isUsual = limit === throttler.limit && ttl === throttler.ttl && blockDuration === throttler.blockDuration;
    return !isUsual || getTracker !== this.commonOptions.getTracker || generateKey !== this.commonOptions.generateKey;
  }
}

async function budgetOf(limits: ThrottlerRequest, request: Request): Promise<Budget> {
  const { context, limit, ttl, blockDuration, throttler, getTracker, generateKey } = limits;
  const key = generateKey(context, await getTracker(request, context), throttler.name ?? 'default');
  return { key, limit, windowMs: ttl, blockMs: blockDuration, isShared: false };
}
