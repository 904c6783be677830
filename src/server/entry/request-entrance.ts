import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Express, Request, Response } from 'express';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { traceOf } from '../../http/request/request-trace.js';
import { routeTemplate } from '../../http/request/route-template.js';
import { Found, ResponseCache } from '../../response-cache/response-cache.js';
import { RequestWatch } from '../../telemetry/request-watch.js';
import { AnswerWriter } from '../responses/answer-writer.js';
import { CacheFront } from './cache-front.js';
import { latestResponses } from './client-error.js';
import { inAskedForm } from '../responses/list-answer.js';
import { sendError } from '../responses/send-error.js';

/** The entry point of requests: the cache in front, then Express. */
@Injectable()
export class RequestEntrance {
  constructor(
    private readonly watch: RequestWatch,
    private readonly lifecycle: Lifecycle,
    private readonly cache: ResponseCache,
    private readonly front: CacheFront,
    private readonly writer: AnswerWriter,
  ) {}

  /** Passes a request to the cache in front and, if it has no response, to Express. */
  admit(request: Request, response: Response, express: Express): void {
    this.begin(request, response);
    // Closing the connection after the response makes the client reconnect to another instance.
    if (this.lifecycle.isDraining || asksForUpgrade(request)) response.shouldKeepAlive = false;
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      return refuse(request, response, 400, 'The request has no Host header, which HTTP/1.1 requires.');
    }
    const isAnswered = this.front.answer(request, response);
    if (isAnswered === false) express(request, response);
    else if (isAnswered !== true) void isAnswered.then((was) => void (was || express(request, response)));
  }

  refuseExpectation(request: Request, response: Response): void {
    this.begin(request, response);
    refuse(request, response, 417, 'The only supported value of the header Expect is 100-continue.');
  }

  /** Sends a result of the response cache. The cache in front may use it for the same URL from now on. */
  async send(found: Found, response: Response): Promise<void> {
    const { req: request } = response;
    const { hasUsualGuards, isCountedInSharedBudget, isNegotiated, list, units } = traceOf(request);
    if (found.key !== undefined && hasUsualGuards && isCountedInSharedBudget && !isNegotiated) {
      const spelling = { key: found.key, route: routeTemplate(request), list, units };
      this.cache.rememberUrl(request.originalUrl, spelling);
    }
    const asked = list ? inAskedForm(found, list, request) : found;
    this.writer.send(request, response, asked, await this.writer.representationFor(request, asked));
  }

  private begin(request: Request, response: Response): void {
    latestResponses.set(request.socket, response);
    if (this.watch.isOn) this.watch.begin(request, response);
  }
}

/**
 * True if a request wants another protocol. Node handles it normally but reads no more requests from the connection.
 */
function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

function refuse(request: Request, response: Response, status: number, error: string): void {
  sendError(request, response, status, error, { Connection: 'close' });
}
