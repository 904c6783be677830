import { optional } from './cells.js';
import { dateCell } from './date-cell.js';
import { FieldError, shown } from './field-error.js';

/** The end of something, which must not lie before its start and may be unknown. */
export function endCell(
  record: Record<string, unknown>,
  property: string,
  startProperty: string,
  startCell: string,
): string {
  const cell = optional(dateCell, record[property], property);
  // The cell of null begins with a backslash, which sorts after every digit.
  if (cell >= startCell) return cell;
  throw new FieldError(property, `${shown(record[property])} must not be before ${startProperty} (${startCell})`);
}
