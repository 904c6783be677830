import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so, for up to a minute or the time that is given. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  describe = () => 'It never came to that.',
  limitMs = 60_000,
): Promise<void> {
  for (const limit = Date.now() + limitMs; !(await isSo()); await sleep(10)) {
    if (Date.now() > limit) throw new Error(describe());
  }
}
