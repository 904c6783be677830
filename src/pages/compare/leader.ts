import { quotientInTenths, roundedQuotient } from '../../charts/labels/number-labels.js';

/** The highest value of several, and the second highest one. */
export interface Leader<One> {
  first: One;
  second: One;
  value: number;
  secondValue: number;
}

/** Returns the item with the highest value. Null with fewer than two known values, or if the highest ones are equal. */
export function findLeader<One>(items: readonly One[], valueOf: (one: One) => number | null): Leader<One> | null {
  const known = items.flatMap((one) => {
    const value = valueOf(one);
    return value === null ? [] : [{ one, value }];
  });
  const [first, second] = known.sort((a, b) => b.value - a.value);
  if (first === undefined || second === undefined || first.value === second.value) return null;
  return { first: first.one, second: second.one, value: first.value, secondValue: second.value };
}

/** Writes how much higher one count is than a lower one: 16% or, from about double on, 2.1 times. Null without a ratio. */
export function leadText(value: number, lower: number): string | null {
  if (lower <= 0) return null;
  const percent = roundedQuotient(100 * (value - lower), lower);
  if (percent < 95) return percent === 0 ? '<1%' : `${percent}%`;
  const times = quotientInTenths(value, lower);
  return `${times >= 10 ? Math.round(times).toLocaleString('en-US') : times.toFixed(1)} times`;
}
