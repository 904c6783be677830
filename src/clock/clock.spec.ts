import { Clock } from './clock.js';

it('goes on by what has passed when the clock of the system is set back', () => {
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
