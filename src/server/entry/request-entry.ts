import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { setHeaders } from '../../http/request/raw-headers.js';
import { traceOf } from '../../http/request/request-trace.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { rawSecurityHeaders } from '../../http/request/security-headers.js';
import { ErrorSender } from '../responses/error-sender.js';
import { latestResponses } from './client-error.js';
import { EdgeCache } from './edge-cache.js';

/** Valid request IDs from clients. Other IDs would not be safe to log and search. */
const validRequestId = /^[\w.:-]{1,128}$/;

/** The entry point of requests: the edge cache, then Express. */
@Injectable()
export class RequestEntry {
  constructor(
    private readonly watch: RequestWatch,
    private readonly lifecycle: Lifecycle,
    private readonly tokens: AccessTokens,
    private readonly edgeCache: EdgeCache,
    private readonly errors: ErrorSender,
  ) {}

  /** Passes a request to the edge cache and, if it has no response, to Express. */
  handle(request: Request, response: Response, express: Express): void {
    this.begin(request, response);
    // Closing the connection after the response makes the client reconnect to another instance.
    if (this.lifecycle.isDraining || isUpgradeRequest(request)) response.setHeader('Connection', 'close');
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      return this.reject(request, response, 400, 'The request has no Host header, which HTTP/1.1 requires.');
    }
    const isSent = this.edgeCache.respond(request, response);
    if (isSent === false) this.forwardToExpress(request, response, express);
    else if (isSent !== true)
      void isSent.then((was) => void (was || this.forwardToExpress(request, response, express)));
  }

  rejectExpectation(request: Request, response: Response): void {
    this.begin(request, response);
    this.reject(request, response, 417, 'The only supported value of the header Expect is 100-continue.');
  }

  private reject(request: Request, response: Response, status: number, error: string): void {
    this.errors.send(request, response, status, error, { Connection: 'close' });
  }

  private begin(request: Request, response: Response): void {
    const given = request.headers['x-request-id'];
    const isUsable = typeof given === 'string' && validRequestId.test(given);
    const trace = traceOf(request);
    trace.startedAtMs = performance.now();
    trace.requestId = isUsable ? given : randomUUID();
    latestResponses.set(request.socket, response);
    this.watch.begin(response);
  }

  /** Sets the headers of every response, and identifies the client, because the first guard counts by token. */
  private forwardToExpress(request: Request, response: Response, express: Express): void {
    setHeaders(response, [...rawSecurityHeaders, 'X-Request-Id', traceOf(request).requestId]);
    if (!this.tokens.allowsAnonymous) response.setHeader('Vary', 'Authorization');
    // No client should send a fragment, and Express reads `\` as `/` in a URL that has one.
    request.url = request.url.replace(/#.*/, '');
    this.tokens.identify(request);
    express(request, response);
  }
}

/**
 * True if a request wants another protocol. Node handles it normally but reads no more requests from the connection.
 */
function isUpgradeRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}
