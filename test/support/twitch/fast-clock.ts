import { WaitingClock } from '../../../src/clock/clock.js';

/** A clock that runs faster than real time by a factor. */
export class FastClock extends WaitingClock {
  constructor(private readonly factor: number) {
    super();
  }

  override monotonicMs(): number {
    return super.monotonicMs() * this.factor;
  }

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(Math.ceil(ms / this.factor), signal);
  }
}
