import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { traceOf } from '../../http/request/request-trace.js';
import { routeTemplate } from '../../http/request/route-template.js';
import { LoadedResponse, ResponseCache } from '../../response-cache/response-cache.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { ResponseWriter } from '../responses/response-writer.js';
import { EdgeCache } from './edge-cache.js';
import { latestResponses } from './client-error.js';
import { inRequestedFormat } from '../responses/list-response.js';
import { sendError } from '../responses/send-error.js';

/** The entry point of requests: the edge cache, then Express. */
@Injectable()
export class RequestEntry {
  constructor(
    private readonly watch: RequestWatch,
    private readonly lifecycle: Lifecycle,
    private readonly cache: ResponseCache,
    private readonly edgeCache: EdgeCache,
    private readonly writer: ResponseWriter,
  ) {}

  /** Passes a request to the edge cache and, if it has no response, to Express. */
  admit(request: Request, response: Response, express: Express): void {
    this.begin(request, response);
    // Closing the connection after the response makes the client reconnect to another instance.
    if (this.lifecycle.isDraining || isUpgradeRequest(request)) response.shouldKeepAlive = false;
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      return reject(request, response, 400, 'The request has no Host header, which HTTP/1.1 requires.');
    }
    const isHandled = this.edgeCache.respond(request, response);
    if (isHandled === false) express(request, response);
    else if (isHandled !== true) void isHandled.then((isSent) => void (isSent || express(request, response)));
  }

  rejectExpectation(request: Request, response: Response): void {
    this.begin(request, response);
    reject(request, response, 417, 'The only supported value of the header Expect is 100-continue.');
  }

  /** Sends a result of the response cache. The edge cache may use it for the same URL from now on. */
  async send(loaded: LoadedResponse, response: Response): Promise<void> {
    const { req: request } = response;
    const { hasUsualGuards, isCountedInSharedBudget, isNegotiated, list, units } = traceOf(request);
    if (loaded.key !== undefined && hasUsualGuards && isCountedInSharedBudget && !isNegotiated) {
      const match = { key: loaded.key, route: routeTemplate(request), list, units };
      this.cache.storeUrl(request.originalUrl, match);
    }
    const requested = list ? inRequestedFormat(loaded, list, request) : loaded;
    this.writer.send(request, response, requested, await this.writer.representationFor(request, requested));
  }

  private begin(request: Request, response: Response): void {
    latestResponses.set(request.socket, response);
    if (this.watch.isOn) this.watch.begin(request, response);
  }
}

/**
 * True if a request wants another protocol. Node handles it normally but reads no more requests from the connection.
 */
function isUpgradeRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

function reject(request: Request, response: Response, status: number, error: string): void {
  sendError(request, response, status, error, { Connection: 'close' });
}
