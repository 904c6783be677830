import { safeNumber } from './safe-number.js';

describe('safeNumber', () => {
  it.each([0, -5, 2 ** 32, Number.MAX_SAFE_INTEGER])('answers %d itself', (value) => {
    expect(safeNumber(value)).toBe(value);
  });

  it.each([2 ** 53, 1e300, 1.5, NaN, Infinity])('refuses %d, which may be the wrong figure', (value) => {
    expect(() => safeNumber(value)).toThrow(new RangeError(`${value} is not an integer below 2^53`));
  });
});
