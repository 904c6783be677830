import { IntegerQuery } from './integer-query.decorator.js';

/** The position of a page in the query string: the number of items before it, 0 unless given. */
export function CursorQuery(description: string): PropertyDecorator {
  return IntegerQuery({ description, default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
}
