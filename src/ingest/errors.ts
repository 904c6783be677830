/** The named input cannot be imported. */
export class UsageError extends Error {}

/** A file cannot be read or written completely, so the missing part is unknown. */
export class FileError extends Error {}

/** A property of a record cannot be imported; the reason contains the value and the allowed values. */
export class FieldError extends Error {
  constructor(
    readonly property: string,
    readonly reason: string,
  ) {
    super(`${property}: ${reason}`);
  }
}

const maxShownLength = 60;

/** Rejects a value, as in `-1 must be an integer from 0 to 9007199254740991`. */
export function refuseValue(property: string, value: unknown, expected: string): never {
  if (value === undefined) throw new FieldError(property, `is missing; it must be ${expected}`);
  throw new FieldError(property, `${shown(value)} must be ${expected}`);
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength - 1)}…`;
}
