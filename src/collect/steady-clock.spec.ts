import { WaitingClock } from '../clock/clock.js';
import { SteadyClock } from './steady-clock.js';

class SetClock extends WaitingClock {
  system = 1_000_000;
  monotonic = 5;

  override now(): Date {
    return new Date(this.system);
  }

  override monotonicMs(): number {
    return this.monotonic;
  }

  pass(ms: number): void {
    this.system += ms;
    this.monotonic += ms;
  }
}

describe('moments of sweeps', () => {
  it('follow the system clock, and differ within a millisecond without running ahead', () => {
    const clock = new SetClock();
    const moments = new SteadyClock(clock);
    expect([moments.next(), moments.next()].map(Number)).toEqual([1_000_000, 1_000_001]);
    clock.pass(60_000);
    expect(Number(moments.next())).toBe(1_060_000);
  });

  it('advance by half of the elapsed time when the system clock is set back, and follow it again when it has caught up', () => {
    const clock = new SetClock();
    const moments = new SteadyClock(clock);
    moments.next();
    clock.pass(60_000);
    clock.system -= 600_000 - 30_000;
    const steps = [60_000, 60_000].map((ms) => {
      const moment = Number(moments.next());
      clock.pass(ms);
      return moment;
    });
    expect(steps).toEqual([1_030_000, 1_060_000]);
    expect(Number(moments.latest())).toBe(1_060_000);
    clock.pass(2 * 3_600_000);
    expect(Number(moments.latest())).toBe(clock.system);
    expect(Number(moments.next())).toBe(clock.system);
  });

  it('come after the moments in the database', () => {
    const clock = new SetClock();
    const moments = new SteadyClock(clock);
    expect(moments.notBefore(new Date(clock.system + 5_000))).toBe(5_000);
    clock.pass(1_000);
    expect(Number(moments.next())).toBe(1_000_000 + 5_500);
    expect(moments.notBefore(new Date(0))).toBe(0);
  });

  it('do not continue from a moment of a wrong clock', () => {
    const clock = new SetClock();
    const moments = new SteadyClock(clock);
    moments.next();
    clock.system -= 600_001;
    expect([moments.latest(), moments.next()].map(Number)).toEqual([clock.system, clock.system]);
    expect(moments.notBefore(new Date(clock.system + 600_001))).toBe(600_001);
    expect(Number(moments.next())).toBe(clock.system + 1);
  });
});
