import { createServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { connectionLimits, stalledMs } from '../../http/request/connection-limits.js';
import { EdgeCache } from './edge-cache.js';
import { RequestEntry } from './request-entry.js';

const requestOptions = {
  // Node's own response to a request without a Host header has no body.
  requireHostHeader: false,
  // Saves the stream events of a request without a body. Node 24 supports this option, Node 20 ignores it.
  optimizeEmptyRequests: true,
};

/**
 * Nest's Express adapter with two changes. Requests enter through a {@link RequestEntry}. Node creates requests and
 * responses with Express's prototypes; Express would otherwise spend most of its time changing prototypes
 * (expressjs/express#5998).
 */
export class ApiExpressAdapter extends ExpressAdapter {
  private entry: RequestEntry | undefined;
  private edgeCache: EdgeCache | undefined;

  /** Sets the parts that exist only after the application has been created. */
  connect(entry: RequestEntry, edgeCache: EdgeCache): void {
    this.entry = entry;
    this.edgeCache = edgeCache;
  }

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    const handle = (request: Request, response: Response) => this.entry?.handle(request, response, express);
    const options = { ...connectionLimits, ...requestOptions, ...messagesOf(express) };
    this.httpServer = createServer(options, handle as RequestListener);
    this.httpServer.setTimeout(stalledMs);
    this.httpServer.on('checkExpectation', (request: Request, response: Response) =>
      this.entry?.rejectExpectation(request, response),
    );
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof LoadedResponse) || !this.edgeCache) return super.reply(response, body, statusCode);
    return this.edgeCache.reply(body, response);
  }
}

/** Node's messages with Express's prototypes. V8 allocates all properties at once only for class constructors. */
function messagesOf(express: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse extends ServerResponse {}
  Object.setPrototypeOf(ApiRequest.prototype, express.request);
  Object.setPrototypeOf(ApiResponse.prototype, express.response);
  express.request = ApiRequest.prototype as Request;
  express.response = ApiResponse.prototype as Response;
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
