import { createServer, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { CachedAnswers } from '../response-cache/cached-answers.js';
import { OperationCall } from '../response-cache/operation-call.js';

/**
 * Nest's adapter for Express, with two differences. Answers that are cached go out before Express sees the request; and
 * requests are made with the prototypes that Express would otherwise give to each of them, which is what it spends most
 * of its time on (expressjs/express#5998).
 */
export class ApiExpressAdapter extends ExpressAdapter {
  /** Both are set once the application is there. */
  answers: CachedAnswers | undefined;
  lifecycle: Lifecycle | undefined;

  override initHttpServer(): void {
    const express = this.getInstance<Express>();
    const answer = (request: Request, response: Response) => {
      // So that clients come back on a connection to somebody else.
      if (this.lifecycle?.isDraining) response.shouldKeepAlive = false;
      if (!this.answers?.answerAhead(request, response)) express(request, response);
    };
    this.httpServer = createServer(
      {
        IncomingMessage: withPrototype(IncomingMessage, express.request),
        ServerResponse: withPrototype(ServerResponse, express.response),
      },
      answer as unknown as RequestListener,
    );
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!(body instanceof OperationCall) || !this.answers) return super.reply(response, body, statusCode);
    return this.answers.answerCall(body, response.req, response);
  }
}

/** A constructor that does what the given one of Node does, for objects with another prototype. */
function withPrototype<Constructor>(constructor: Constructor, prototype: object): Constructor {
  const node = constructor as unknown as (...args: unknown[]) => void;
  function construct(this: object, ...args: unknown[]): void {
    node.apply(this, args);
  }
  construct.prototype = prototype;
  return construct as unknown as Constructor;
}
