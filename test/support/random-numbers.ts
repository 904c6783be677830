import { SeededRandom } from '../../src/jobs/seed/seeded-random.js';

/** Random numbers that are reproducible from a seed. */
export class RandomNumbers extends SeededRandom {
  /** Returns true with a probability from 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share;
  }
}
