import { createServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { CachedAnswers } from '../response-cache/cached-answers.js';
import { OperationCall } from '../response-cache/operation-call.js';
import { RequestWatch } from '../telemetry/request-watch.js';
import { connectionLimits, stalledMs } from './connection-limits.js';
import { requestIdOf } from './request-id.middleware.js';
import { sendError } from './send-error.js';

/**
 * Nest's adapter for Express, with two differences. Answers that are cached go out before Express sees the request; and
 * requests are made with the prototypes that Express would otherwise give to each of them, which is what it spends most
 * of its time on (expressjs/express#5998).
 */
export class ApiExpressAdapter extends ExpressAdapter {
  /** These are set once the application is there. */
  answers: CachedAnswers | undefined;
  lifecycle: Lifecycle | undefined;
  watch: RequestWatch | undefined;

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    const answer = (request: Request, response: Response) => {
      if (this.watch?.isOn) this.watch.begin(response);
      // So that clients come back on a connection to somebody else.
      if (this.lifecycle?.isDraining || asksForUpgrade(request)) response.shouldKeepAlive = false;
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        return refuse(request, response, hostMissing);
      const isAnswered = this.answers?.answerAhead(request, response) ?? false;
      if (isAnswered === false) express(request, response);
      else if (isAnswered !== true) void isAnswered.then((done) => void (done || express(request, response)));
    };
    this.httpServer = createServer(
      {
        ...connectionLimits,
        // Node's own answer has no body.
        requireHostHeader: false,
        ...messagesOf(express),
      },
      answer as unknown as RequestListener,
    );
    this.httpServer.setTimeout(stalledMs);
    this.httpServer.on('checkExpectation', (request: Request, response: Response) => {
      if (this.watch?.isOn) this.watch.begin(response);
      refuse(request, response, unknownExpectation);
    });
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof OperationCall) || !this.answers) return super.reply(response, body, statusCode);
    return this.answers.answerCall(body, response.req, response);
  }
}

const hostMissing: [number, string] = [400, 'The request has no Host header, which HTTP/1.1 asks for.'];
const unknownExpectation: [number, string] = [417, 'Of the header Expect only 100-continue is known.'];

/** Node answers such a request as any other, but reads nothing more from its connection. */
function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

function refuse(request: IncomingMessage, response: ServerResponse, [status, error]: [number, string]): void {
  sendError(response, status, error, { Connection: 'close', 'X-Request-Id': requestIdOf(request) });
}

/**
 * Classes of Node's messages whose prototypes are those that Express gives to each request. Subclasses, since V8 makes room
 * for all properties of an object at once only where it knows the constructor by its class.
 */
function messagesOf(express: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse extends ServerResponse {}
  Object.setPrototypeOf(ApiRequest.prototype, express.request);
  Object.setPrototypeOf(ApiResponse.prototype, express.response);
  express.request = ApiRequest.prototype as Request;
  express.response = ApiResponse.prototype as Response;
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
