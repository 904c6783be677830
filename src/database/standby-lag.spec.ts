import { StandbyLag } from './standby-lag.js';

const behind = (replayed_ago_ms: number | null) => ({ is_standby: true, is_caught_up: false, replayed_ago_ms });
const caughtUp = { is_standby: true, is_caught_up: true, replayed_ago_ms: 3_600_000 };

describe('StandbyLag', () => {
  it('is none of a primary, and of a standby that has everything, however long ago something was written', () => {
    expect(new StandbyLag().measure({ is_standby: false, is_caught_up: false, replayed_ago_ms: null }, 0)).toBe(0);
    expect(new StandbyLag().measure(caughtUp, 0)).toBe(0);
  });

  it('is the age of what was replayed last', () => {
    const lag = new StandbyLag();
    lag.measure(caughtUp, 0);
    expect(lag.measure(behind(500), 60_000)).toBe(500);
  });

  it('is not more than the time since the standby had everything: the first write after an hour does not make it an hour', () => {
    const lag = new StandbyLag();
    lag.measure(caughtUp, 1_000);
    expect(lag.measure(behind(3_600_000), 1_500)).toBe(500);
  });

  it('grows while a standby has lost its primary', () => {
    const lag = new StandbyLag();
    lag.measure(caughtUp, 0);
    expect(lag.measure(behind(null), 40_000)).toBe(40_000);
  });

  it('is without bounds while nothing is known', () => {
    expect(new StandbyLag().measure(behind(null), 0)).toBe(Infinity);
    expect(new StandbyLag().measure(behind(-5), 0)).toBe(0);
  });
});
