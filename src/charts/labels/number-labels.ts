/** Three digits and a unit. Numbers from 1,000T on have more digits. */
const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});
// Writes -0 without a sign.
const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, signDisplay: 'negative' });

/**
 * Returns a quotient of integers, rounded to an integer, with halves away from zero. Binary fractions would be inexact:
 * 261 / 60 is less than 4.35 in binary.
 */
export function roundedQuotient(dividend: number | bigint, divisor: number): number {
  const [value, by] = [BigInt(dividend), BigInt(divisor)];
  const size = (2n * (value < 0n ? -value : value) + by) / (2n * by);
  return Number(value < 0n ? -size : size);
}

/** Returns a quotient of integers, rounded to one decimal: 261 / 60 is 4.4. */
export function quotientInTenths(dividend: number, divisor: number): number {
  return roundedQuotient(10n * BigInt(dividend), divisor) / 10;
}

/** Writes all digits of a number, with at most one decimal: 21,432. A negative number has the sign −. */
export function fullNumber(value: number): string {
  // Most numbers of a page are small, and Intl takes a microsecond per number.
  if (!Number.isInteger(value) || value < 0 || value >= 1e6) return full.format(value).replace('-', '−');
  if (value < 1000) return String(value);
  return `${Math.floor(value / 1000)},${String(value % 1000).padStart(3, '0')}`;
}

/** Writes a count with its noun: 1 stream, 21,432 streams. */
export function countText(count: number, one: string): string {
  return `${fullNumber(count)} ${count === 1 ? one : `${one}s`}`;
}

/** Returns words after a count, which begin with a noun in the plural: viewers on average, or after 1, viewer on average. */
export function wordsFor(count: number, words: string): string {
  return count === 1 ? words.replace(/s\b/, '') : words;
}

/** Writes an integer with three digits and a unit: 987, 4.00k, 21.4k, 1.20B, −1.23k. */
export function threeDigits(value: number): { digits: string; unit: string } {
  if (Math.abs(value) < 1000) return { digits: fullNumber(value), unit: '' };
  const text = compact.format(value).replace('-', '−');
  return { digits: text.replace(/[A-Z]/, ''), unit: text.replace(/[^A-Z]/g, '').replace('K', 'k') };
}

/** Writes all digits of an integer below one million, and three digits and a unit from there on: 21,432, 1.20M. */
export function pageNumber(value: number): { digits: string; unit: string } {
  return Math.abs(value) < 1e6 ? { digits: fullNumber(value), unit: '' } : threeDigits(value);
}

/** Writes {@link pageNumber} as one text. */
export function pageText(value: number): string {
  const { digits, unit } = pageNumber(value);
  return digits + unit;
}

/** Writes {@link threeDigits} as one text without trailing zeros: 987, 4k, 21.4k, 1.2B. */
export function shortNumber(value: number): string {
  const { digits, unit } = threeDigits(value);
  return (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits) + unit;
}

/** Writes all digits of a positive integer below one million, and {@link shortNumber} from there on: 200,000, 1M. */
export function readableNumber(value: number): string {
  return value < 1e6 ? fullNumber(value) : shortNumber(value);
}

/** The units of the ticks of an axis. */
const units = [
  { from: 1e12, sign: 'T' },
  { from: 1e9, sign: 'B' },
  { from: 1e6, sign: 'M' },
];

/** Returns a function that labels the ticks of an axis, all in one unit and with the same number of decimals. */
export function tickLabels(ticks: readonly number[]): (value: number) => string {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const unit = units.find(({ from }) => largest >= from);
  if (unit === undefined) return fullNumber;
  const decimals = [0, 1, 2].find((count) => ticks.every((tick) => tick % (unit.from / 10 ** count) === 0));
  if (decimals === undefined) return fullNumber;
  return (value) => (value === 0 ? '0' : `${(value / unit.from).toFixed(decimals)}${unit.sign}`);
}
