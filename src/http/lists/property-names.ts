import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';

/** The properties of a response class in the order of declaration, then its parent's properties. */
export function propertyNames({ prototype }: Type<unknown>): string[] {
  return ownFirst(prototype as object);
}

function ownFirst(prototype: object): string[] {
  const all = namesOf(prototype);
  const parent = Object.getPrototypeOf(prototype) as object;
  const inherited = namesOf(parent);
  if (inherited.length === 0) return all;
  return [...all.filter((name) => !inherited.includes(name)), ...ownFirst(parent)];
}

/** The names that `@ApiProperty` stores, each with a leading colon, parent classes first. */
function namesOf(prototype: object): string[] {
  const names = (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) ?? []) as string[];
  return names.map((name) => name.slice(1));
}
