import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Config } from '../../config/config.js';
import { earlyHeaders } from '../../http/request/early-headers.js';
import { traceOf } from '../../http/request/request-trace.js';
import { Budget, budgetHeaders } from '../../rate-limit/budget-headers.js';
import { ClientBudgets } from '../../rate-limit/client-budgets.js';
import { Found, ResponseCache, Spelling } from '../../response-cache/response-cache.js';
import { Representation } from '../../response-cache/stored-answer.js';
import { AnswerWriter } from '../responses/answer-writer.js';
import { allowOrigins } from '../responses/cors.js';
import { inAskedForm } from '../responses/list-answer.js';
import { requestIdOf } from './request-id.js';
import { rawSecurityHeaders } from '../responses/security-headers.js';

/**
 * A cache in front of Express that works like a caching proxy. It responds if the URL has a fresh stored response and
 * the client has a valid token and budget left. All other requests continue to Express, where the guards reject invalid
 * ones.
 */
@Injectable()
export class CacheFront {
  private readonly cors: ReturnType<typeof allowOrigins> | undefined;

  constructor(
    private readonly cache: ResponseCache,
    private readonly tokens: AccessTokens,
    private readonly budgets: ClientBudgets,
    private readonly writer: AnswerWriter,
    { corsOrigins }: Config,
  ) {
    this.cors = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : undefined;
  }

  /** Responds to a request if possible and returns true, as a promise if this takes time. Never rejects. */
  answer(request: Request, response: Response): boolean | Promise<boolean> {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    const known = this.cache.find(request.url);
    if (known === undefined) return false;
    // The guards charge the address of a request without a valid token, and reject the request.
    if (this.tokens.identify(request) === null && !this.tokens.isOpen) return false;
    const { spelling } = known;
    const trace = traceOf(request);
    trace.route = spelling.route;
    trace.list = spelling.list;
    // Check the budget before reading more of the request, so that a request above the budget costs little.
    const budget = this.budgets.spend(request, spelling.units);
    if (!(budget instanceof Promise)) return this.giveWithin(budget, known, request, response);
    return budget.then((left) => this.giveWithin(left, known, request, response)).catch(() => false);
  }

  private giveWithin(
    budget: Budget | undefined,
    { found: stored, spelling }: { found: Found; spelling: Spelling },
    request: Request,
    response: Response,
  ): boolean | Promise<boolean> {
    // The guard counts and rejects the request.
    if (budget === undefined) return false;
    const found = spelling.list ? inAskedForm(stored, spelling.list, request) : stored;
    const form = this.writer.representationFor(request, found);
    if (!(form instanceof Promise)) return this.give(found, form, budget, request, response);
    return form.then((made) => this.give(found, made, budget, request, response)).catch(() => false);
  }

  private give(found: Found, form: Representation, budget: Budget, request: Request, response: Response): true {
    if (this.cors && !this.tokens.isOpen) response.setHeader('Vary', 'Authorization');
    this.cors?.(request, response, () => {});
    const always = [...rawSecurityHeaders, 'X-Request-Id', requestIdOf(request)];
    earlyHeaders(response).push(...always, ...budgetHeaders(budget));
    this.writer.send(request, response, found, form);
    return true;
  }
}
