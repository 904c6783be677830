import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** A request, or a load for requests. */
export interface Caller {
  /** The request that called first. Undefined for work of the service. */
  readonly request: Request | undefined;
  /** Returns true if nobody waits for the result anymore: all clients have left or have a response. */
  isGone(): boolean;
  /** Takes a load out of the load limit while the load waits for other work, which has its own limit. */
  leaveLimit?(): void;
  /** Notes that a load begins or ends to wait in a queue. */
  wait?(isWaiting: boolean): void;
  /** Notes that a load uses a stored response of this time on the monotonic clock. */
  uses?(createdAtMs: number): void;
}

const callers = new AsyncLocalStorage<Caller>();

/** Returns what the current code runs for; undefined outside of requests. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

export function runFor<Result>(caller: Caller, action: () => Result): Result {
  return callers.run(caller, action);
}

export function keepCaller(request: Request, response: Response, next: NextFunction): void {
  runFor({ request, isGone: () => response.destroyed || response.writableEnded }, next);
}
