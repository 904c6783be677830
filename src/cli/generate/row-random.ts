/**
 * Random numbers that belong to a row: the same for the same seed, stream of numbers and row, in whatever order rows are
 * made (mulberry32, whose operations are exact on every machine).
 */
export class RowRandom {
  private state = 0;
  private readonly base: number;

  /** `purpose` keeps apart what would otherwise get the same numbers. */
  constructor(seed: number, purpose: number) {
    this.base = mixed(mixed(seed) + purpose);
  }

  startRow(row: number): void {
    this.state = mixed(this.base + row);
  }

  /** A number from 0 to 2^32 - 1. */
  uint32(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    return mixed(this.state);
  }

  /** A number from 0 to 1, 1 excluded. */
  share(): number {
    return this.uint32() / 2 ** 32;
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor((this.uint32() / 2 ** 32) * bound);
  }
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 15), value | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
