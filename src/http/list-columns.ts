import type { Type } from '@nestjs/common';

/** Where `@ApiProperty` keeps the names of a class's properties, each after a colon; those of its parents come first. */
const propertyNames = 'swagger/apiModelPropertiesArray';

/** The columns of a response class: its own properties as they are declared, then those of its parent. */
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
