import { WaitingClock } from '../../../src/clock/waiting-clock.js';

/** A clock by which the real time passes several times as fast. */
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
