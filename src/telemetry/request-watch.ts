import { Injectable } from '@nestjs/common';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { CacheResult, startTrace, traceOf } from './request-trace.js';
import { routeTemplate } from './route-template.js';

/** A request that is done with. */
export interface WatchedRequest {
  /** Undefined where it was no request that Node's parser could read. */
  method: string | undefined;
  /** The template of its route, or {@link noRoute}. */
  route: string;
  /** What was answered; {@link clientGone} where the client has left before there was an answer. */
  status: number;
  durationMs: number;
  /** Length of the body. */
  bytes: number;
  cache: CacheResult;
  requestId: string | undefined;
  /** What it was; its headers and its URL may hold secrets. Undefined where the parser could not read it. */
  request: Request | undefined;
  socket: Socket;
}

export type RequestObserver = (watched: WatchedRequest) => void;

/** One name for all that no route answers, of which there is no end. */
export const noRoute = 'none';
/** As nginx has it. */
export const clientGone = 499;

/** Tells whoever observes requests of each one that is done with. Where nobody does, it costs nothing. */
@Injectable()
export class RequestWatch {
  private readonly observers: RequestObserver[] = [];
  // One listener for all responses, so that a request costs no function of its own.
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

  /** Watches a request that has just arrived. */
  begin(response: Response): void {
    startTrace(response);
    response.on('close', this.onClose);
  }

  /** Tells of what never became a request, since Node's parser refused it, and was answered all the same. */
  refused(socket: Socket, status: number, bytes: number, requestId: string): void {
    const nothing = { method: undefined, route: noRoute, durationMs: 0, cache: 'none', request: undefined } as const;
    this.tell({ ...nothing, status, bytes, requestId, socket });
  }

  private end(request: Request, response: Response): void {
    const trace = traceOf(response);
    if (trace === undefined) return;
    const status = response.headersSent ? response.statusCode : clientGone;
    this.tell({
      method: request.method,
      route: trace.route ?? routeTemplate(request) ?? noRoute,
      status,
      durationMs: performance.now() - trace.startedAtMs,
      bytes: hasBody(request.method, status) ? (trace.bytes ?? Number(response.getHeader('Content-Length') ?? 0)) : 0,
      cache: trace.cache,
      requestId: trace.requestId ?? (response.getHeader('X-Request-Id') as string | undefined),
      request,
      socket: request.socket,
    });
  }

  private tell(watched: WatchedRequest): void {
    for (const observe of this.observers) observe(watched);
  }
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 304 && status !== 204 && status !== clientGone;
}
