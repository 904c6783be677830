import { SeededRandom } from '../../src/commands/seed/seeded-random.js';

/** Random numbers that a seed makes again. */
export class RandomNumbers extends SeededRandom {
  /** True so often, from 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }
}
