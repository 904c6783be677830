/** Sums of products of integers, by index. Sums are exact beyond 2^53 and fast below. */
export class ExactSums {
  private readonly small: Float64Array;
  private readonly large = new Map<number, bigint>();

  constructor(length: number) {
    this.small = new Float64Array(length);
  }

  add(index: number, one: number, other: number): void {
    const sum = (this.small[index] as number) + one * other;
    if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER) this.small[index] = sum;
    else this.large.set(index, (this.large.get(index) ?? 0n) + BigInt(one) * BigInt(other));
  }

  addSum(index: number, sum: bigint): void {
    this.large.set(index, (this.large.get(index) ?? 0n) + sum);
  }

  get(index: number): bigint {
    return BigInt(this.small[index] as number) + (this.large.get(index) ?? 0n);
  }

  /** Divides a nonnegative sum. The result is rounded to the nearest integer and limited to the largest figure. */
  divide(index: number, divisor: number): number {
    const sum = this.small[index] as number;
    const isSmall = this.large.size === 0 && 2 * sum + divisor <= Number.MAX_SAFE_INTEGER;
    return isSmall ? smallQuotient(sum, divisor) : figureOf(this.get(index), divisor);
  }
}

/** Divides small numbers, rounding halves up. */
function smallQuotient(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor;
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor);
}

/** Divides nonnegative numbers. The result is rounded to the nearest integer and limited to the largest figure. */
function figureOf(dividend: bigint, divisor: number): number {
  const by = BigInt(divisor);
  return Math.min(Number((2n * dividend + by) / (2n * by)), Number.MAX_SAFE_INTEGER);
}
