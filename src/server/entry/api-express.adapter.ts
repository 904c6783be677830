import {
  createServer,
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { earlyHeaders, missingHeaders } from '../../http/request/early-headers.js';
import { RawHeaders, setHeaders } from '../../http/request/raw-headers.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { connectionLimits, stalledMs } from './connection-limits.js';
import { RequestEntry } from './request-entry.js';

const requestOptions = {
  // Node's own response to a request without a Host header has no body.
  requireHostHeader: false,
  // Saves the stream events of a request without a body. Node 24 supports this option, Node 20 ignores it.
  optimizeEmptyRequests: true,
};

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Nest's Express adapter with three changes. Requests enter through a {@link RequestEntry}. Node creates requests
 * and responses with Express's prototypes; Express would otherwise spend most of its time changing prototypes
 * (expressjs/express#5998). Responses write their {@link earlyHeaders} with the head.
 */
export class ApiExpressAdapter extends ExpressAdapter {
  /** Set after the application has been created. */
  entry: RequestEntry | undefined;

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    const handle = (request: Request, response: Response) => this.entry?.admit(request, response, express);
    const options = { ...connectionLimits, ...requestOptions, ...messagesOf(express) };
    this.httpServer = createServer(options, handle as RequestListener);
    this.httpServer.setTimeout(stalledMs);
    this.httpServer.on('checkExpectation', (request: Request, response: Response) =>
      this.entry?.rejectExpectation(request, response),
    );
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof LoadedResponse) || !this.entry) return super.reply(response, body, statusCode);
    return this.entry.send(body, response);
  }
}

/** Node's messages with Express's prototypes. V8 allocates all properties at once only for class constructors. */
function messagesOf(express: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse extends ServerResponse {
    override writeHead(status: number, reason?: string | GivenHeaders, headers?: GivenHeaders): this {
      if (typeof reason === 'string') this.statusMessage = reason;
      const [known, given] = [earlyHeaders(this), typeof reason === 'string' ? headers : reason];
      if (isRaw(given) && this.getHeaderNames().length === 0) {
        return super.writeHead(status, [...missingHeaders(known, (name) => given.includes(name)), ...given]);
      }
      // Node writes a list of headers slowly if other headers are set already, so set every header.
      setHeaders(
        this,
        missingHeaders(known, (name) => this.hasHeader(name)),
      );
      if (!isRaw(given)) return super.writeHead(status, given);
      setHeaders(this, given);
      return super.writeHead(status);
    }
  }
  Object.setPrototypeOf(ApiRequest.prototype, express.request);
  Object.setPrototypeOf(ApiResponse.prototype, express.response);
  express.request = ApiRequest.prototype as Request;
  express.response = ApiResponse.prototype as Response;
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}

function isRaw(headers: GivenHeaders | undefined): headers is RawHeaders {
  return Array.isArray(headers);
}
