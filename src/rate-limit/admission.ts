import { Inject, Injectable } from '@nestjs/common';
import type { Socket } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';
import { Config } from '../config/config.js';
import { Budget, budgetOf } from './budget.js';
import { WindowCount } from './fixed-window.storage.js';
import { WindowStorage } from './window-storage.js';

const memo = Symbol('admission');
const clientName = Symbol('client');
const addressKey = Symbol('client address');

/** Whether a request may be answered, and what is left of its client's budget. */
export interface Admission extends Budget {
  /** Whether it carries a valid token, or none is needed. */
  isAuthorized: boolean;
}

interface Remembered {
  [memo]?: Admission | Promise<Admission>;
  [clientName]?: string;
}

/**
 * The one place that decides on a request: the guards ask it, and so does what answers from the cache before Express.
 * A client is its valid token or else its address (IPv6 by /64), and has one budget for the whole API.
 */
@Injectable()
export class Admissions {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly tokens: AccessTokens,
    @Inject(WindowStorage) private readonly windows: WindowStorage,
  ) {}

  /**
   * Spends one request of the client's budget; asked again for the same request, it answers the same. It is a promise
   * only where the counters are in Redis, for which the others need not pay.
   */
  decide(request: Request): Admission | Promise<Admission> {
    const remembered = request as Remembered;
    return (remembered[memo] ??= this.spend(request));
  }

  /** The name of a request's client: that of its valid token, or else its address. */
  clientOf(request: Request): string {
    return (request as Remembered)[clientName] ?? this.tokens.identify(request) ?? this.addressOf(request);
  }

  /** The name of a client of whom nothing is known but the connection. */
  clientAt(socket: Socket): string {
    const known = socket as Socket & { [addressKey]?: string };
    return (known[addressKey] ??= normalizeIp(socket.remoteAddress ?? ''));
  }

  private spend(request: Request): Admission | Promise<Admission> {
    const token = this.tokens.identify(request);
    const isAuthorized = token !== undefined || this.tokens.isOpen;
    const client = token ?? this.addressOf(request);
    (request as Remembered)[clientName] = client;
    const count = this.windows.count(client, this.config.rateWindowSeconds * 1000);
    return count instanceof Promise
      ? count.then((counted) => this.admissionOf(counted, isAuthorized))
      : this.admissionOf(count, isAuthorized);
  }

  private admissionOf(count: WindowCount, isAuthorized: boolean): Admission {
    const { rateLimit, rateWindowSeconds } = this.config;
    return { ...budgetOf(count, rateLimit, rateWindowSeconds), isAuthorized };
  }

  private addressOf(request: Request): string {
    if (this.config.trustProxy !== false) return normalizeIp(request.ip ?? '');
    return this.clientAt(request.socket);
  }
}
