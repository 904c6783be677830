import Papa from 'papaparse';
import { ListFormat } from '../http/lists/list-format.js';

/** The first characters of a text that a spreadsheet would evaluate, in normal and full width. */
const formulaStart = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Writes rows as CSV. Texts that a spreadsheet would evaluate get an apostrophe; numbers stay unchanged. */
export function csvText(rows: (readonly unknown[])[], isQuoted: (cell: unknown) => boolean = () => false): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse(rows as unknown[][], { newline: '\r\n', escapeFormulae: formulaStart, quotes: isQuoted })}\r\n`;
}

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
  const cells = rows.map((row) => columns.map((column) => csvCell((row as Record<string, unknown>)[column])));
  // An empty field means null, and "" an empty text.
  return (hasByteOrderMark ? '\uFEFF' : '') + csvText([columns, ...cells], (cell) => cell === '');
}

function csvCell(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The rows of a response: its body, or the items of its body. */
export function listItems(body: unknown): object[] {
  return (Array.isArray(body) ? body : (body as { items: object[] }).items) as object[];
}
