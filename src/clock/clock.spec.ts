import { Clock } from './clock.js';

it('continues at the elapsed time when the system clock is set back', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  try {
    const clock = new Clock();
    const [now, passed] = [clock.now(), clock.monotonicMs()];
    jest.setSystemTime(now.getTime() - 3_600_000);
    expect(clock.now().getTime()).toBeLessThan(now.getTime());
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(passed);
  } finally {
    jest.useRealTimers();
  }
});
