import { InvalidArgumentError } from 'commander';
import { dayMs, hourMs, minuteMs } from '../../figures/time.js';

const unitMs = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs };

/** Makes a parser for an option such as `5m`, in one of the units and at least 1. The parser returns milliseconds. */
export function durationParser(units: readonly (keyof typeof unitMs)[], example: string): (text: string) => number {
  const pattern = new RegExp(`^([1-9]\\d{0,4})([${units.join('')}])$`);
  return (text) => {
    const [, amount, unit] = pattern.exec(text) ?? [];
    if (unit !== undefined) return Number(amount) * unitMs[unit as keyof typeof unitMs];
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(units);
    throw new InvalidArgumentError(
      `It must be a whole number from 1 to 99999 and a unit, ${names}, such as ${example}.`,
    );
  };
}

/** Parses a time in ISO 8601 with a zone, such as `2026-11-22T07:00:00Z`. */
export function timeParser(text: string): Date {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(text);
  if (hasZone && !Number.isNaN(at.getTime())) return at;
  throw new InvalidArgumentError('It must be a time with a zone, such as 2026-11-22T07:00:00Z.');
}

export function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}
