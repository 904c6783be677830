import { ValidateBy } from 'class-validator';

/** Rejects a parameter if another one is given too. */
export function NotWith(other: string): PropertyDecorator {
  const validate = (value: unknown, args?: { object: object }) =>
    value === undefined || (args?.object as Record<string, unknown>)[other] === undefined;
  return ValidateBy(
    { name: 'notWith', validator: { validate } },
    { message: `Use only one of $property and ${other}` },
  );
}

/** Rejects a parameter unless another one has a value. */
export function OnlyWith(other: string, expected: string): PropertyDecorator {
  const validate = (value: unknown, args?: { object: object }) =>
    value === undefined || (args?.object as Record<string, unknown>)[other] === expected;
  return ValidateBy(
    { name: 'onlyWith', validator: { validate } },
    { message: `$property requires ${other}=${expected}` },
  );
}
