import { FieldError, refuseValue } from '../../../ingest/errors.js';
import { id } from '../../../ingest/kinds/column-types.js';
import { KindName } from '../../../ingest/kinds/kind.js';
import { readMinutes } from '../relative-time.js';

/** A line, or a record of a kind that a line generates. */
export type SeedRecord = Record<string, unknown>;

/** Generated records in the form of the import files, with relative times. */
export type SeedRecords = Partial<Record<KindName, SeedRecord[]>>;

export function joinRecords(all: readonly SeedRecords[]): SeedRecords {
  const joined: SeedRecords = {};
  for (const [kind, rows] of all.flatMap((records) => Object.entries(records))) {
    (joined[kind as KindName] ??= []).push(...rows);
  }
  return joined;
}

/** Reads one property of a line; throws a FieldError. */
type PropertyReader<Value> = (this: void, value: unknown, property: string) => Value;

/** Reads a line that says what to generate. Like the import, it rejects unknown properties. */
export function readLine<Line extends object>(
  record: Readonly<SeedRecord>,
  readers: { [Name in keyof Line]: PropertyReader<Line[Name]> },
): Line {
  for (const name of Object.keys(record)) {
    if (name in readers) continue;
    throw new FieldError(name, `is not a property of this line; the properties are ${Object.keys(readers).join(', ')}`);
  }
  const entries = Object.entries<PropertyReader<unknown>>(readers);
  return Object.fromEntries(entries.map(([name, read]) => [name, read(record[name], name)])) as Line;
}

export const idField: PropertyReader<string> = id.cell;

export const integerField: PropertyReader<number> = (value, property) =>
  Number.isSafeInteger(value) ? (value as number) : refuseValue(property, value, 'an integer');

export const probabilityField: PropertyReader<number> = (value, property) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : refuseValue(property, value, 'a number from 0 to 1');

/** A length of time in minutes. */
export const durationField: PropertyReader<number> = (value, property) =>
  (typeof value === 'string' ? readMinutes(value) : null) || refuseValue(property, value, 'a time such as 1d6h or 5m');

/** A time before now, in minutes ago. */
export const ageField: PropertyReader<number> = (value, property) => {
  const [, length] = /^-(.+)$/.exec(String(value)) ?? [];
  const minutes = value === 'now' ? 0 : readMinutes(length ?? '');
  return minutes ?? refuseValue(property, value, 'now or a time before now, such as -3d2h');
};

export function pairField<Value>(read: PropertyReader<Value>): PropertyReader<[Value, Value]> {
  return (value, property) => {
    if (!Array.isArray(value) || value.length !== 2) return refuseValue(property, value, 'an array of two values');
    return [read(value[0], `${property}[0]`), read(value[1], `${property}[1]`)];
  };
}

export function optional<Value>(read: PropertyReader<Value>): PropertyReader<Value | undefined> {
  return (value, property) => (value === undefined ? undefined : read(value, property));
}
