import { Inject, Injectable } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { Config } from '../config/config.js';
import { Clients } from '../http/clients.js';
import { Budget } from './budget-headers.js';

/** The budget that each client has for all operations without a limit of their own. */
@Injectable()
export class ClientBudgets {
  constructor(
    private readonly config: Config,
    private readonly clients: Clients,
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
  ) {}

  /** Spends one request of the client's budget, as the guard does. Undefined if none is left. */
  async spend(request: Request): Promise<Budget | undefined> {
    const { rateLimit: limit, rateWindowSeconds: windowSeconds } = this.config;
    const client = this.clients.of(request);
    const counted = await this.storage.increment(client, windowSeconds * 1000, limit, 0, 'default');
    if (counted.isBlocked) return undefined;
    return { limit, windowSeconds, remaining: limit - counted.totalHits, resetSeconds: counted.timeToExpire };
  }
}
