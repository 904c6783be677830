import { ServiceUnavailableException } from '@nestjs/common';
import { Turns } from '../database/reads/turns.js';
import { overloadMessage } from '../http/errors/error-reply.js';
import { Clients } from '../http/request/clients.js';
import { currentCaller } from './caller.js';

/** Runs one action of each client at once. An action whose caller is gone at its turn fails. */
export class ClientTurns {
  private readonly turns = new Turns();

  constructor(private readonly clients: Clients) {}

  run<Result>(action: () => Promise<Result>): Promise<Result> {
    const request = currentCaller()?.request;
    const client = request ? this.clients.nameFor(request) : '';
    return runQueued((start) => this.turns.run(client, start), action);
  }
}

/** Runs an action when a queue starts it, for the current caller. The queue has its own limit. */
export function runQueued<Result>(
  queue: (start: () => Promise<Result>) => Promise<Result>,
  action: () => Promise<Result>,
): Promise<Result> {
  const caller = currentCaller();
  caller?.leaveLimit?.();
  caller?.wait?.(true);
  return queue(() => {
    caller?.wait?.(false);
    throwIfGone();
    return action();
  });
}

/** Throws if nobody waits for the result of the current code. Only a client that comes at the same moment sees the error. */
export function throwIfGone(): void {
  if (currentCaller()?.isGone()) throw new ServiceUnavailableException(overloadMessage);
}
