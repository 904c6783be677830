import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Config } from '../../config/config.js';
import { earlyHeaders } from '../../http/request/early-headers.js';
import { traceOf } from '../../http/request/request-trace.js';
import { Budget, budgetHeaders } from '../../rate-limit/budget-headers.js';
import { ClientBudgets } from '../../rate-limit/client-budgets.js';
import { LoadedResponse, ResponseCache, UrlMatch } from '../../response-cache/response-cache.js';
import { Representation } from '../../response-cache/stored-response.js';
import { ResponseWriter } from '../responses/response-writer.js';
import { allowOrigins } from '../responses/cors.js';
import { inRequestedFormat } from '../responses/list-response.js';
import { requestIdOf } from './request-id.js';
import { rawSecurityHeaders } from '../responses/security-headers.js';

/**
 * A cache in front of Express that works like a caching proxy. It responds if the URL has a fresh stored response and
 * the client has a valid token and budget left. All other requests continue to Express, where the guards reject invalid
 * ones.
 */
@Injectable()
export class EdgeCache {
  private readonly cors: ReturnType<typeof allowOrigins> | undefined;

  constructor(
    private readonly cache: ResponseCache,
    private readonly tokens: AccessTokens,
    private readonly budgets: ClientBudgets,
    private readonly writer: ResponseWriter,
    { corsOrigins }: Config,
  ) {
    this.cors = corsOrigins.length > 0 ? allowOrigins(corsOrigins) : undefined;
  }

  /** Responds to a request if possible and returns true, as a promise if this takes time. Never rejects. */
  respond(request: Request, response: Response): boolean | Promise<boolean> {
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    const cached = this.cache.findByUrl(request.url);
    if (cached === undefined) return false;
    // The guards charge the address of a request without a valid token, and reject the request.
    if (this.tokens.identify(request) === null && !this.tokens.isOpen) return false;
    const { match } = cached;
    const trace = traceOf(request);
    trace.route = match.route;
    trace.list = match.list;
    // Check the budget before reading more of the request, so that a request above the budget costs little.
    const budget = this.budgets.spend(request, match.units);
    if (!(budget instanceof Promise)) return this.sendWithin(budget, cached, request, response);
    return budget.then((left) => this.sendWithin(left, cached, request, response)).catch(() => false);
  }

  private sendWithin(
    budget: Budget | undefined,
    { loaded: json, match }: { loaded: LoadedResponse; match: UrlMatch },
    request: Request,
    response: Response,
  ): boolean | Promise<boolean> {
    // The guard counts and rejects the request.
    if (budget === undefined) return false;
    const loaded = match.list ? inRequestedFormat(json, match.list, request) : json;
    const representation = this.writer.representationFor(request, loaded);
    if (!(representation instanceof Promise)) return this.send(loaded, representation, budget, request, response);
    return representation.then((made) => this.send(loaded, made, budget, request, response)).catch(() => false);
  }

  private send(
    loaded: LoadedResponse,
    representation: Representation,
    budget: Budget,
    request: Request,
    response: Response,
  ): true {
    if (this.cors && !this.tokens.isOpen) response.setHeader('Vary', 'Authorization');
    this.cors?.(request, response, () => {});
    const always = [...rawSecurityHeaders, 'X-Request-Id', requestIdOf(request)];
    earlyHeaders(response).push(...always, ...budgetHeaders(budget));
    this.writer.send(request, response, loaded, representation);
    return true;
  }
}
