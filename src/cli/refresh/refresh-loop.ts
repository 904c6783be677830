import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs an action again and again until the signal is aborted, a turn `everyMs` after the one before began, or at once
 * if that took longer. A turn that fails is reported, and the next one comes as ever.
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
