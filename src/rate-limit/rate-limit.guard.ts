import { ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerException,
  ThrottlerGuard,
  ThrottlerLimitDetail,
} from '@nestjs/throttler';
import type { ThrottlerModuleOptions, ThrottlerStorage } from '@nestjs/throttler';
import { Request, Response } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';

/**
 * ThrottlerGuard with one budget a client for the whole API. The client is its valid token or else its address, so
 * that guessing tokens spends the budget of the address.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly tokens: AccessTokens,
  ) {
    super(options, storage, reflector);
  }

  protected override async getTracker(request: Request): Promise<string> {
    return this.tokens.identify(request.headers.authorization) ?? super.getTracker(request);
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  protected override async throwThrottlingException(
    context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    // The library leaves these off the one answer whose reader needs them most.
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('X-RateLimit-Limit', detail.limit);
    response.setHeader('X-RateLimit-Remaining', 0);
    response.setHeader('X-RateLimit-Reset', detail.timeToExpire);
    throw new ThrottlerException(
      `Too many requests: the limit is ${detail.limit} per ${detail.ttl / 1000} seconds. Try again in ${detail.timeToBlockExpire} seconds.`,
    );
  }
}
