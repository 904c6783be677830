import { WaitingClock } from '../clock/clock.js';

export interface Repetition {
  /** Time from the start of a run to the start of the next one. The next run begins at once if a run takes longer. */
  readonly everyMs: number;
  /** Replaces `everyMs` after the first, second, ... of consecutive failures. The last value is for all further ones. */
  readonly afterFailuresMs?: readonly number[];
  readonly signal: AbortSignal;
  readonly clock?: WaitingClock;
  /** Receives the error of a run and the number of consecutive failures. By default, an error ends the repetition. */
  readonly onError?: (error: unknown, failures: number) => void;
}

/**
 * Runs an action repeatedly until the signal is aborted, which ends the wait between two runs. A run fails if it throws or
 * returns false. An error after the signal is not reported.
 */
export async function repeat(
  action: () => unknown,
  { everyMs, afterFailuresMs = [], signal, clock = new WaitingClock(), onError = rethrow }: Repetition,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedAtMs = clock.monotonicMs();
    try {
      failures = (await action()) === false ? failures + 1 : 0;
    } catch (error) {
      failures += 1;
      if (!signal.aborted) onError(error, failures);
    }
    const pauseMs = failures === 0 ? undefined : (afterFailuresMs[failures - 1] ?? afterFailuresMs.at(-1));
    await clock.sleep((pauseMs ?? everyMs) - (clock.monotonicMs() - startedAtMs), signal);
  }
}

function rethrow(error: unknown): never {
  throw error;
}
