import type { Type } from '@nestjs/common';

/**
 * The metadata key of the property names that `@ApiProperty` records, each with a leading colon, parent classes first.
 */
const propertyNames = 'swagger/apiModelPropertiesArray';

/** The columns of a response class: its own properties in the order of declaration, then its parent's properties. */
export function columnsOf({ prototype }: Type<unknown>): string[] {
  return ownFirst(prototype as object);
}

function ownFirst(prototype: object): string[] {
  const all = namesOf(prototype);
  const parent = Object.getPrototypeOf(prototype) as object;
  const inherited = namesOf(parent);
  if (inherited.length === 0) return all;
  return [...all.filter((name) => !inherited.includes(name)), ...ownFirst(parent)];
}

function namesOf(prototype: object): string[] {
  const names = (Reflect.getMetadata(propertyNames, prototype) ?? []) as string[];
  return names.map((name) => name.slice(1));
}
