import { GenerateOptions, purposes } from './generate-options.js';
import { RowRandom } from './row-random.js';
import { zipfViewers } from './zipf.js';

/** Beyond the ids of the seed, so that both may be in one database. */
const firstStreamerId = 200_000_001;

/** What a streamer is like, by its number from 0 on. Those with even numbers are the bigger half. */
export class StreamerPlan {
  readonly count: number;
  private readonly bigger: number;
  private readonly biggerRanks: Scatter;
  private readonly smallerRanks: Scatter;

  constructor({ streamers, seed }: GenerateOptions) {
    const random = new RowRandom(seed, purposes.order);
    this.count = streamers;
    this.bigger = Math.ceil(streamers / 2);
    this.biggerRanks = new Scatter(this.bigger, random);
    this.smallerRanks = new Scatter(streamers - this.bigger, random);
  }

  id(streamer: number): number {
    return firstStreamerId + streamer;
  }

  /** Viewers that it usually has, no whole number. */
  usualViewers(streamer: number): number {
    const place = Math.floor(streamer / 2);
    if (streamer % 2 === 0) return zipfViewers(this.biggerRanks.at(place));
    return zipfViewers(this.bigger + this.smallerRanks.at(place));
  }
}

/** A fixed shuffle of the numbers from 0 to below `size` that needs no memory. */
class Scatter {
  private readonly step: number;
  private readonly offset: number;

  constructor(
    private readonly size: number,
    random: RowRandom,
  ) {
    this.offset = random.below(size);
    // Steps of the golden ratio put neighbours far apart; without a common divisor they reach every number.
    this.step = Math.max(1, Math.floor(size * 0.618));
    while (size > 1 && divisor(this.step, size) > 1) this.step += 1;
  }

  at(index: number): number {
    return (index * this.step + this.offset) % this.size;
  }
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
