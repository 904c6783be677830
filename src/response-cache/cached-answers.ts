import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessTokens } from '../auth/access-tokens.js';
import { Clock } from '../clock/clock.js';
import { Admission, Admissions } from '../rate-limit/admission.js';
import { Config } from '../config/config.js';
import { budgetHeaders } from '../rate-limit/budget.js';
import { corsHeaders } from '../http/cors.js';
import { HeadWriter } from '../http/head-writer.js';
import { headerPairs, RawHeaders } from '../http/raw-headers.js';
import { requestIdOf } from '../http/request-id.middleware.js';
import { rawSecurityHeaders } from '../http/security-headers.js';
import { sendError } from '../http/send-error.js';
import { traceOf } from '../telemetry/request-trace.js';
import { routeTemplate } from '../telemetry/route-template.js';
import { CachedAnswer, cachedAnswer, cacheControlOf } from './cached-answer.js';
import { OperationCall } from './operation-call.js';
import { OperationRoutes } from './operation-routes.js';
import { busyMessage, CacheEntry, Found, ResponseCache } from './response-cache.js';

const failure = Symbol('failure');

/** A request whose operation has failed already, ahead of Express. */
interface FailedAhead {
  [failure]?: { error: unknown };
}

/** Answers requests from the response cache: calls of operations, and what was asked before ahead of Express. */
@Injectable()
export class CachedAnswers {
  /** Whether requests may be answered ahead of Express. */
  isFastWayOn = true;
  private readonly cacheControl: string;
  private readonly heads = new HeadWriter(rawSecurityHeaders);

  constructor(
    private readonly config: Config,
    private readonly cache: ResponseCache,
    private readonly operations: OperationRoutes,
    private readonly admissions: Admissions,
    tokens: AccessTokens,
    private readonly clock: Clock,
  ) {
    this.cacheControl = cacheControlOf(cache.freshSeconds, !tokens.isOpen);
  }

  /** Answers a call of an operation, carrying it out if need be; throws what it throws. */
  async answerCall(call: OperationCall, request: Request, response: Response): Promise<void> {
    const failed = (request as FailedAhead)[failure];
    if (failed) throw failed.error;
    call.route = routeTemplate(request);
    const found = await this.cache.answer(call, request.url);
    const { status, headers, body } = this.answerTo(request, response, found);
    for (const [name, value] of headerPairs(headers)) {
      // CORS may have named the origin.
      if (name === 'Vary') response.vary(value);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /**
   * Answers a request whose URL was answered before, or that asks plainly for a cached operation, and says whether it did.
   * Anything out of the ordinary, such as a body, a wrong token, a used-up budget or a failure, is left to Express, where
   * the guards get the same decision and the operation fails the same. It is a promise where something has to be waited for.
   */
  answerAhead(request: Request, response: Response): boolean | Promise<boolean> {
    const { method, headers } = request;
    if (!this.isFastWayOn || (method !== 'GET' && method !== 'HEAD')) return false;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    const entry = this.cache.peek(request.url);
    if (!entry && this.refuseAhead(request, response)) return true;
    const known = entry ?? this.operations.find(request.url);
    if (!known) return false;
    const admission = this.admissions.decide(request);
    return admission instanceof Promise
      ? admission.then((decided) => this.giveAhead(known, decided, request, response))
      : this.giveAhead(known, admission, request, response);
  }

  private giveAhead(
    known: CacheEntry | OperationCall,
    admission: Admission,
    request: Request,
    response: Response,
  ): boolean | Promise<boolean> {
    if (admission.isBlocked || !admission.isAuthorized) return false;
    // Not before that is decided: both may ask anew.
    if (known instanceof OperationCall) return this.loadAhead(known, admission, request, response);
    const found = this.cache.use(known);
    if (found === undefined) return false;
    this.give(found, admission, request, response);
    return true;
  }

  private async loadAhead(call: OperationCall, admission: Admission, request: Request, response: Response) {
    const trace = traceOf(response);
    // A client that leaves meanwhile has asked for it as well.
    if (trace) trace.route = call.route;
    try {
      this.give(await this.cache.answer(call, request.url), admission, request, response);
      return true;
    } catch (error) {
      (request as FailedAhead)[failure] = { error };
      return false;
    }
  }

  private give(found: Found, admission: Admission, request: Request, response: Response): void {
    const answer = this.answerTo(request, response, found);
    const requestId = requestIdOf(request);
    const trace = traceOf(response);
    if (trace) trace.requestId = requestId;
    const raw = ['X-Request-Id', requestId];
    for (const [name, value] of corsHeaders(this.config.corsOrigins, request.headers.origin)) {
      if (name === 'Vary') raw.push(name, `${value}, ${takeVary(answer.headers)}`);
      else raw.push(name, value);
    }
    raw.push(...budgetHeaders(admission), ...answer.headers);
    this.heads.write(request, response, answer.status, raw);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }

  /** With more to do than can be done, saying so has to cost next to nothing. Health checks are answered all the same. */
  private refuseAhead(request: Request, response: Response): boolean {
    if (!this.cache.isBusy || !request.url.startsWith('/v1/') || request.url.startsWith('/v1/health/')) return false;
    const cors = Object.fromEntries(corsHeaders(this.config.corsOrigins, request.headers.origin));
    sendError(response, 503, busyMessage, { 'X-Request-Id': requestIdOf(request), ...cors, 'Retry-After': '1' });
    return true;
  }

  private answerTo(request: Request, response: Response, found: Found): CachedAnswer {
    const nowMs = this.clock.now().getTime();
    const answer = cachedAnswer(found.response, request, { cacheControl: this.cacheControl, nowMs });
    const trace = traceOf(response);
    if (trace) {
      trace.route = found.call.route;
      trace.cache = found.result;
      trace.bytes = answer.byteLength;
    }
    return answer;
  }
}

/** Takes what an answer varies by out of its headers, for a Vary that says more. */
function takeVary(headers: RawHeaders): string {
  const [, value = ''] = headers.splice(headers.indexOf('Vary'), 2);
  return value;
}
