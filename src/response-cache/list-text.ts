import { stringify } from 'csv-stringify/sync';
import { ListForm } from '../http/list-form.js';

/** The rows of a list in a form. In CSV the first line names the columns, and a byte order mark may come first. */
export function listText(form: ListForm, rows: object[], columns: readonly string[], hasMark = false): string {
  if (form === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return stringify(rows, {
    bom: hasMark,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    // Half of a CRLF ends a record for many readers.
    quote_record_delimiter: true,
    // A text that a spreadsheet would compute gets an apostrophe. Numbers are left as they are.
    escape_formulas: true,
    // An empty field is null, and "" an empty text.
    quoted_match: /^$/,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  });
}

/** The rows of an answer: the answer itself, or its items. */
export function rowsOf(body: unknown): object[] {
  return (Array.isArray(body) ? body : (body as { items: object[] }).items) as object[];
}
