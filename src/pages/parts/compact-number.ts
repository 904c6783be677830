import { units } from '../../charts/number-labels.js';

const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** All digits of a number, with one decimal at most: 21,432. */
export function fullNumber(value: number): string {
  // Most numbers of a page, for each of which Intl takes a microsecond.
  if (!Number.isInteger(value) || value < 0 || value >= 1e6) return full.format(value);
  if (value < 1000) return String(value);
  return `${Math.floor(value / 1000)},${String(value % 1000).padStart(3, '0')}`;
}

/** So many things: 1 stream, 21,432 streams. */
export function countText(count: number, one: string): string {
  return `${fullNumber(count)} ${count === 1 ? one : `${one}s`}`;
}

/** A number for people in three digits, which stand below each other in a column: 4.00k, 21.4k, 987. */
export function compactNumber(value: number): { digits: string; unit: string } {
  const unit = units.find(({ from }) => Math.abs(value) >= from * 0.9995);
  if (unit === undefined) return { digits: fullNumber(value), unit: '' };
  const scaled = value / unit.from;
  return { digits: scaled.toFixed(Math.abs(scaled) < 9.995 ? 2 : Math.abs(scaled) < 99.95 ? 1 : 0), unit: unit.sign };
}
