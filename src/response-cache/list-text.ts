import { stringify } from 'csv-stringify/sync';
import { ListFormat } from '../http/lists/list-format.js';

/** How all CSV files are written. */
export const csvOptions = {
  record_delimiter: 'windows',
  // Many readers end a record at half a CRLF.
  quote_record_delimiter: true,
  // Puts an apostrophe before texts that a spreadsheet would evaluate. Keeps numbers unchanged.
  escape_formulas: true,
} as const;

/**
 * Writes the rows of a list in a format. The first line of CSV names the columns and may start with a byte order mark.
 */
export function listText(
  format: ListFormat,
  rows: object[],
  columns: readonly string[],
  hasByteOrderMark = false,
): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return stringify(rows, {
    bom: hasByteOrderMark,
    header: true,
    columns: [...columns],
    ...csvOptions,
    // An empty field means null, and "" an empty text.
    quoted_match: /^$/,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  });
}

/** The rows of a response: its body, or the items of its body. */
export function listItems(body: unknown): object[] {
  return (Array.isArray(body) ? body : (body as { items: object[] }).items) as object[];
}
