import fc, { Arbitrary } from 'fast-check';
import { RawResponse } from '../support/http/raw-responses.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { bytesOf, commandOf, FuzzRequest } from './fuzz-request.js';

/** Seed of the run. Set FUZZ_SEED to repeat a run. */
export const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Total number of requests. */
export const requestCount = Number(process.env.FUZZ_REQUESTS ?? 100_000);

const connections = 8;
const batchSize = 64;
const limitMs = 5_000;
const answerMs = 60_000;
const shrinkMs = 60_000;

/** A wrong response, with its request. */
class WrongAnswer extends Error {
  constructor(
    readonly request: FuzzRequest,
    reason: string,
  ) {
    super(reason);
  }
}

export type Check = (request: FuzzRequest, answer: RawResponse) => string[];

/**
 * Sends `count` requests over keep-alive connections. Throws on the first wrong response, and on a response that is slow
 * each time. The error contains a minimal request as a shell command.
 */
export async function fuzz(port: number, requests: Arbitrary<FuzzRequest>, count: number, check: Check): Promise<void> {
  const open = Array.from({ length: connections }, () => new RawConnection(port));
  const batches = fc.array(requests, { minLength: 1, maxLength: batchSize, size: 'max' });
  const tally = new Map<number, number>();
  const counted: Check = (request, answer) => {
    tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
    return check(request, answer);
  };
  let sent = 0;
  try {
    for (let round = 0; sent < count; round++) {
      const send = withBoundedShrinking((batch) => {
        sent += batch.length;
        return askAll(open, batch, counted);
      });
      const property = fc.asyncProperty(batches, send);
      const numRuns = Math.ceil(((count - sent) * 2) / batchSize);
      const result = await fc.check(property, { seed: (seed + round) | 0, numRuns });
      if (result.failed) throw new Error(describe(result.counterexample?.[0] ?? [], result.errorInstance));
    }
    process.stderr.write(`Responses by status: ${JSON.stringify(Object.fromEntries(tally))}\n`);
  } finally {
    for (const connection of open) connection.close();
  }
}

/** Limits the time for the search of a smaller failure: without a response, each attempt takes long. */
function withBoundedShrinking(action: (batch: FuzzRequest[]) => Promise<void>) {
  let deadline = Infinity;
  return async (batch: FuzzRequest[]) => {
    if (performance.now() > deadline) return;
    await action(batch).catch((error: unknown) => {
      deadline = Math.min(deadline, performance.now() + shrinkMs);
      throw error;
    });
  };
}

async function askAll(open: RawConnection[], batch: FuzzRequest[], check: Check): Promise<void> {
  const asking = open.map((connection, i) => askInTurn(connection, everyNth(batch, i), check));
  const failed = (await Promise.allSettled(asking)).find((result) => result.status === 'rejected');
  if (!failed) return;
  // The next attempt must not receive late responses to this one.
  for (const connection of open) connection.close();
  throw failed.reason;
}

function everyNth(batch: FuzzRequest[], from: number): FuzzRequest[] {
  return batch.filter((_, i) => i % connections === from);
}

async function askInTurn(connection: RawConnection, requests: FuzzRequest[], check: Check): Promise<void> {
  for (const [i, request] of requests.entries()) {
    const { answer, ms } = await ask(connection, request);
    if (answer === null) {
      const before = requests[i - 1];
      const after = before === undefined ? '' : `, after ${commandOf(bytesOf(before))}`;
      throw new WrongAnswer(request, `no response in ${Math.round(ms)} ms${after}`);
    }
    const faults = check(request, answer);
    if (faults.length > 0) throw new WrongAnswer(request, `${faults.join('; ')}\n${shown(answer)}`);
    if (ms > limitMs) await expectFaster(connection, request);
  }
}

/** Repeats a slow request. A machine may pause, but a response that is slow each time is a fault. */
async function expectFaster(connection: RawConnection, request: FuzzRequest): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await ask(connection, request)).ms <= limitMs) return;
  }
  throw new WrongAnswer(request, `takes more than ${limitMs} ms each time`);
}

async function ask(connection: RawConnection, request: FuzzRequest) {
  const startedAt = performance.now();
  const answer = await connection.ask(bytesOf(request), answerMs);
  return { answer, ms: performance.now() - startedAt };
}

function shown({ head, body }: RawResponse): string {
  return `${head}\n${JSON.stringify(body.toString('latin1', 0, 500))}`;
}

function describe(batch: FuzzRequest[], error: unknown): string {
  if (!(error instanceof WrongAnswer)) return String(error);
  const others = batch.filter((request) => request !== error.request);
  const lines = [error.message, `FUZZ_SEED=${seed}. Repeat with:`, commandOf(bytesOf(error.request))];
  if (others.length > 0)
    lines.push('Other requests in the batch:', ...others.map((request) => commandOf(bytesOf(request))));
  return lines.join('\n');
}
