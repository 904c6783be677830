import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition is true, for at most `limitMs`. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  describe = () => 'The condition did not become true in time.',
  limitMs = 60_000,
): Promise<void> {
  for (const limit = Date.now() + limitMs; !(await isSo()); await sleep(10)) {
    if (Date.now() > limit) throw new Error(describe());
  }
}
