import { WaitingClock } from '../../clock/clock.js';
import { RequestError } from '../platforms/platform.js';

/** Runs an action whose signal is aborted after a time, with `late` as its reason, and together with the given signal. */
export async function withLimit<Result>(
  clock: WaitingClock,
  ms: number,
  signal: AbortSignal,
  action: (limited: AbortSignal) => Promise<Result>,
  late = new RequestError('stopped', `not finished within ${Math.round(ms / 1_000)} s`),
): Promise<Result> {
  const limited = new AbortController();
  const over = new AbortController();
  const stop = () => limited.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true, signal: over.signal });
  if (signal.aborted) stop();
  void clock.sleep(ms, over.signal).then(() => (over.signal.aborted ? undefined : limited.abort(late)));
  try {
    return await action(limited.signal);
  } finally {
    over.abort();
  }
}
