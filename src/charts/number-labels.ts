/** The units of large numbers, the largest first. */
export const units = [
  { from: 1e12, sign: 'T' },
  { from: 1e9, sign: 'B' },
  { from: 1e6, sign: 'M' },
  { from: 1e3, sign: 'k' },
] as const;

const full = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** All digits of a number: 21,432. */
export function fullNumber(value: number): string {
  return full.format(value);
}

/** A number for people, of three digits or four characters: 987, 4.32k, 21.4k, 1.2B. */
export function shortNumber(value: number): string {
  const unit = units.find(({ from }) => Math.abs(value) >= from * 0.9995);
  if (unit === undefined) return fullNumber(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(1, Math.abs(value) / unit.from))));
  return `${Number((value / unit.from).toFixed(digits))}${unit.sign}`;
}

/** How to label the ticks of an axis: all in one unit, with as many decimals as tell neighbouring ticks apart. */
export function tickLabels(ticks: readonly number[]): (value: number) => string {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const step = ticks.length > 1 ? Math.abs((ticks[1] as number) - (ticks[0] as number)) : largest;
  const unit = largest < 10_000 ? undefined : units.find(({ from }) => largest >= from);
  if (unit === undefined) return fullNumber;
  const decimals = Math.max(0, Math.ceil(Math.log10(unit.from / step) - 1e-9));
  if (decimals > 2) return fullNumber;
  return (value) => (value === 0 ? '0' : `${(value / unit.from).toFixed(decimals)}${unit.sign}`);
}
