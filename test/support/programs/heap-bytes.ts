import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap memory in use after a garbage collection. */
export function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
