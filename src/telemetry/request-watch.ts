import { Injectable } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { CacheResult, traceOf } from '../http/request/request-trace.js';
import { noRoute, routeTemplate } from '../http/request/route-template.js';

/** A request that has ended. */
export interface WatchedRequest {
  /** Undefined if Node's parser could not read the request. */
  method: string | undefined;
  /** The template of the route, or {@link noRoute}. */
  route: string;
  /** The status of the response, or {@link clientGone} if the client disconnected before the response. */
  status: number;
  durationMs: number;
  /** Bytes of the body. */
  bytes: number;
  cache: CacheResult;
  requestId: string | undefined;
  /** The request, whose headers and URL may contain secrets. Undefined if the parser could not read it. */
  request: Request | undefined;
  socket: Socket;
}

export type RequestObserver = (watched: WatchedRequest) => void;

/** The status that nginx uses too. */
const clientGone = 499;

/** Calls observers after each request. Costs nothing without observers. */
@Injectable()
export class RequestWatch {
  private readonly observers: RequestObserver[] = [];
  // One listener for all responses avoids a function per request.
  private readonly onClose: (this: Response) => void;

  constructor() {
    const end = (response: Response) => this.end(response.req, response);
    this.onClose = function () {
      end(this);
    };
  }

  get isOn(): boolean {
    return this.observers.length > 0;
  }

  add(observer: RequestObserver): void {
    this.observers.push(observer);
  }

  /** Watches the request of a new response. */
  begin(response: Response): void {
    if (this.isOn) response.on('close', this.onClose);
  }

  /** Reports a request that Node's parser rejected and that therefore has no request object. */
  reportRejected(socket: Socket, status: number, bytes: number, requestId: string): void {
    const nothing = { method: undefined, route: noRoute, durationMs: 0, cache: 'none', request: undefined } as const;
    this.notify({ ...nothing, status, bytes, requestId, socket });
  }

  private end(request: Request, response: Response): void {
    const trace = traceOf(request);
    const status = response.headersSent ? response.statusCode : clientGone;
    this.notify({
      method: request.method,
      route: trace.operation?.route ?? routeTemplate(request) ?? noRoute,
      status,
      durationMs: performance.now() - trace.startedAtMs,
      bytes: hasBody(request.method, status) ? (trace.bytes ?? Number(response.getHeader('Content-Length') ?? 0)) : 0,
      cache: trace.cache,
      requestId: trace.requestId,
      request,
      socket: request.socket,
    });
  }

  private notify(watched: WatchedRequest): void {
    for (const observe of this.observers) observe(watched);
  }
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 304 && status !== 204 && status !== clientGone;
}
