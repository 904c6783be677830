import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerException, ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerModuleOptions, ThrottlerRequest, ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { headerPairs } from '../http/raw-headers.js';
import { Admissions } from './admission.js';
import { budgetHeaders } from './budget.js';

/** ThrottlerGuard on the budgets of {@link Admissions}: one a client, for the whole API. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly admissions: Admissions,
  ) {
    super(options, storage, reflector);
  }

  protected override async handleRequest({ context, ttl }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const budget = await this.admissions.decide(http.getRequest<Request>());
    const response = http.getResponse<Response>();
    for (const [name, value] of headerPairs(budgetHeaders(budget))) response.setHeader(name, value);
    if (!budget.isBlocked) return true;
    response.setHeader('Retry-After', String(budget.resetSeconds));
    throw new ThrottlerException(
      `Too many requests: the limit is ${budget.limit} per ${ttl / 1000} seconds. Try again in ${budget.resetSeconds} seconds.`,
    );
  }
}
