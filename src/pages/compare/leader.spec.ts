import { findLeader, leadText } from './leader.js';

describe('the leader of a comparison', () => {
  const leader = (...values: (number | null)[]) => findLeader(values, (value) => value);

  it('has the highest of at least two known values', () => {
    expect(leader(3, null, 7, 5)).toEqual({ first: 7, second: 5, value: 7, secondValue: 5 });
    expect(leader(null, 7)).toBeNull();
  });

  it('does not exist in a tie for the highest value', () => {
    expect(leader(7, 7, 3)).toBeNull();
    expect(leader(7, 3, 3)).toMatchObject({ first: 7 });
  });

  it('has a lead in percent, or as a multiple', () => {
    expect([116, 194, 210, 1234].map((value) => leadText(value, 100))).toEqual(['16%', '94%', '2.1 times', '12 times']);
    expect(leadText(1001, 1000)).toBe('<1%');
    expect(leadText(5, 0)).toBeNull();
  });
});
