import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Config } from '../../config/config.js';
import { requestOrigin } from '../../http/request/request-origin.js';
import { Charge, traceOf } from '../../http/request/request-trace.js';
import { budgetHeaders } from '../../rate-limit/budget-headers.js';
import { RateLimitGuard } from '../../rate-limit/rate-limit.guard.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { Representation } from '../../response-cache/stored-response.js';
import { allowOrigins } from '../responses/cors.js';
import { inRequestedFormat } from '../responses/list-response.js';
import { ResponseWriter } from '../responses/response-writer.js';

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
    private readonly rateLimit: RateLimitGuard,
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
    if (this.tokens.identify(request) === null && !this.tokens.allowsAnonymous) return false;
    const { loaded, match } = cached;
    traceOf(request).operation = match.operation;
    // Check the budget before reading more of the request, so that a request above the budget costs little.
    const charge = this.rateLimit.charge(request, match.units);
    if (!(charge instanceof Promise)) return this.respondIfAllowed(charge, loaded, request, response);
    return charge.then((counted) => this.respondIfAllowed(counted, loaded, request, response)).catch(() => false);
  }

  /** Sends a response that Nest has loaded. Later requests for the same URL do not need Nest, except for pages with an origin. */
  async reply(loaded: LoadedResponse, response: Response): Promise<void> {
    const { req: request } = response;
    const { operation, charge, isNegotiated } = traceOf(request);
    const hasOrigin = loaded.stored.isPage && requestOrigin() !== undefined;
    const isSameForAll = operation && charge?.isShared && !isNegotiated && !hasOrigin;
    if (loaded.key !== undefined && isSameForAll) {
      this.cache.storeUrl(request.originalUrl, { key: loaded.key, operation, units: charge.units });
    }
    const requested = inRequestedFormat(loaded, request);
    this.writer.send(request, response, requested, await this.writer.representationFor(request, requested));
  }

  private respondIfAllowed(
    charge: Charge,
    stored: LoadedResponse,
    request: Request,
    response: Response,
  ): boolean | Promise<boolean> {
    // The guard rejects the request.
    if (charge.isExceeded) return false;
    const loaded = inRequestedFormat(stored, request);
    const representation = this.writer.representationFor(request, loaded);
    if (!(representation instanceof Promise)) return this.send(loaded, representation, charge, request, response);
    return representation
      .then((compressed) => this.send(loaded, compressed, charge, request, response))
      .catch(() => false);
  }

  private send(
    loaded: LoadedResponse,
    representation: Representation,
    charge: Charge,
    request: Request,
    response: Response,
  ): true {
    if (this.cors && !this.tokens.allowsAnonymous) response.setHeader('Vary', 'Authorization');
    this.cors?.(request, response, () => {});
    const { requestId } = traceOf(request);
    const headers = ['X-Request-Id', requestId, ...budgetHeaders(charge)];
    this.writer.send(request, response, loaded, representation, headers);
    return true;
  }
}
