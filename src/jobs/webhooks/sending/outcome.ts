import { Reply } from './post-message.js';

/** The result of an attempt, and what follows. */
export type Outcome =
  | { readonly result: 'delivered' }
  /** The target is off until its entry changes. */
  | { readonly result: 'off' }
  | {
      readonly result: 'retried' | 'failed';
      readonly delayMs: number;
      readonly isPause: boolean;
      readonly error: string;
    };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const maxPauseMs = 24 * hourMs;

/** The delays after each failed attempt; the attempt after the last delay is the last one. */
const delaysMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)];
const jitter = 0.2;

/** Decides what follows a response, or an error without one. `attempts` counts this attempt. */
export function decideOutcome(reply: Reply | Error, attempts: number, now: Date, random = Math.random): Outcome {
  const retry = (error: string, pauseMs?: number): Outcome => {
    const delayMs = (delaysMs[attempts - 1] ?? 0) * (1 + jitter * (2 * random() - 1));
    const result = attempts > delaysMs.length ? 'failed' : 'retried';
    return { result, delayMs: pauseMs ?? delayMs, isPause: pauseMs !== undefined, error };
  };
  if (!('status' in reply)) return retry(describeFailure(reply));
  const { status, retryAfter } = reply;
  if (status >= 200 && status < 300) return { result: 'delivered' };
  if (status === 410) return { result: 'off' };
  const pauseMs = status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : undefined;
  return retry(`Status ${status}.`, pauseMs);
}

/** Describes an error without a response. Messages of the network contain addresses, so their codes are used. */
function describeFailure(error: Error & { code?: unknown }): string {
  if (['TimeoutError', 'AbortError'].includes(error.name)) return 'No response within the time limit.';
  return typeof error.code === 'string' ? `No response (${error.code}).` : error.message;
}

/** Returns the milliseconds in a `Retry-After`, which has seconds or a time; undefined without a valid one. */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * secondMs : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, secondMs), maxPauseMs);
}
