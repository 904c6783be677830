import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats an action until the signal is aborted. A turn begins `everyMs` after the start of the previous one, or at
 * once if the previous one took longer. A failed turn is reported, and the next one follows as usual.
 */
export async function repeatEvery(
  everyMs: number,
  signal: AbortSignal,
  action: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      await action();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    const restMs = everyMs - (performance.now() - startedAt);
    if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => {});
  }
}
