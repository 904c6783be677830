import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { CursorQuery } from '../../../http/query/integer-query.decorator.js';

/** The numbers of rows per page. */
export const listSizes = [25, 50, 100] as const;
export const defaultSize = listSizes[0];

/** The position of a page in a list. */
export class CursorOnlyQuery {
  @CursorQuery('Number of items before the page.')
  cursor = 0;
}

/** The position of a page in a list, and the number of its rows. */
export class SizedQuery extends CursorOnlyQuery {
  @Transform(({ value }) => listSizes.find((size) => String(size) === value))
  @IsIn(listSizes, { message: `limit must be one of ${listSizes.join(', ')}` })
  limit: number = defaultSize;
}

/** A form sends all of its fields. */
export function BlankIsMissing(): PropertyDecorator {
  return Transform(({ value }): unknown => (value === '' ? undefined : value));
}
