/** The number itself, which JSON can carry exactly. Throws a RangeError from 2^53 on, rather than answer a wrong figure. */
export function safeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not an integer below 2^53`);
}
