import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerException, ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerModuleOptions, ThrottlerRequest, ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { earlyHeaders } from '../http/early-headers.js';
import { RequestUnits, UnitRule } from '../http/request-units.js';
import { traceOf } from '../http/request-trace.js';
import { budgetHeaders, ClientBudgets } from './client-budgets.js';

/** ThrottlerGuard with one budget per client for the whole API, of which a request spends its {@link RequestUnits}. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly budgets: ClientBudgets,
  ) {
    super(options, storage, reflector);
  }

  protected override async handleRequest({ context }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const rule = this.reflector.get<UnitRule | undefined>(RequestUnits, context.getHandler());
    const units = (traceOf(request).units = rule?.of(request.query) ?? 1);
    const budget = await this.budgets.spend(request, units);
    const { limit, windowSeconds, resetSeconds } = budget;
    const headers = earlyHeaders(http.getResponse<Response>());
    headers.push(...budgetHeaders(budget));
    if (!budget.isUsedUp) return true;
    headers.push('Retry-After', String(resetSeconds));
    throw new ThrottlerException(
      `Too many requests: the limit is ${limit} per ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
    );
  }
}
