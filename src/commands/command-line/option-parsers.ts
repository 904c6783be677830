import { InvalidArgumentError } from 'commander';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

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

export function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}
