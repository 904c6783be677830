import { RefresherState } from './refresher-state.js';

describe('RefresherState', () => {
  const problemOf = (clockOffset: number | undefined) => {
    const state = new RefresherState(60_000);
    state.clockOffset = clockOffset;
    return state.problem();
  };

  it.each([undefined, 0, 299.999, 300, -300])('is ready with a clock that is %s seconds ahead', (seconds) => {
    expect(problemOf(seconds)).toBeUndefined();
  });

  it.each([
    [300.001, '300 seconds ahead of'],
    [432_000, '432,000 seconds ahead of'],
    [-300.001, '300 seconds behind'],
  ])('is not ready with a clock that is %s seconds ahead', (seconds, words) => {
    expect(problemOf(seconds)).toBe(`The clock of this machine is ${words} the clock of the database.`);
  });

  it('is ready again when the clock is set', () => {
    const state = new RefresherState(60_000);
    state.clockOffset = 301;
    state.succeed(true);
    expect(state.problem()).toBeDefined();
    state.clockOffset = 0;
    expect(state.problem()).toBeUndefined();
  });
});
