import { FieldError } from './field-error.js';
import { ImportColumn, KindName } from './import-kind.js';

/** A check that a record has no property but those of the columns: a misspelt one would be lost without a word. */
export function knownProperties(
  kind: KindName,
  columns: readonly ImportColumn[],
): (record: Record<string, unknown>) => void {
  const names = columns.filter((column) => !column.derived).map((column) => column.name);
  const known = new Set(names);
  return (record) => {
    for (const name in record) {
      if (!known.has(name)) throw new FieldError(name.slice(0, 60), `is no property of ${kind}: ${names.join(', ')}`);
    }
  };
}
