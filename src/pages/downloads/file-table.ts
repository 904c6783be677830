import { stringify } from 'csv-stringify/sync';
import { fullNumber, quotientInTenths } from '../../charts/labels/number-labels.js';
import { Page, toPage } from '../../http/lists/page.js';
import { csvOptions } from '../../response-cache/list-text.js';

/** A cell of a file. Null and undefined are an empty cell. */
export type Cell = string | number | null | undefined;

/** A column of a file. The heading has the words of the page, and the unit where the words do not name it. */
export type FileColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** The headings of a file, and its rows, which load in batches. */
export interface FileTable {
  headings: readonly string[];
  batches: AsyncIterable<(readonly Cell[])[]>;
}

/** The tables of some panels, by the ID of the panel. Errors may be errors of the first rows. */
export type Tables<Subject> = Readonly<Record<string, (subject: Subject) => FileTable | Promise<FileTable>>>;

/** The number of rows that are in memory at a time. */
const rowsPerBatch = 2_000;

/** A spreadsheet has 1,048,576 rows. */
const maxRows = 1_000_000;

/** The newest streams of a streamer in the files whose rows are computed from streams. */
export const maxStreams = 20_000;

/** Returns the table of all items of a list. A file without the end of its list says so in its last row. */
export function listTable<Row>(
  columns: readonly FileColumn<Row>[],
  load: (limit: number, cursor: number) => Promise<Page<Row>>,
): FileTable {
  const batches = async function* () {
    for (let cursor: number | undefined = 0; cursor !== undefined;) {
      const { items, hasMore, nextCursor, total = 0 }: Page<Row> = await load(rowsPerBatch, cursor);
      yield items.map((row) => columns.map(([, cell]) => cell(row)));
      const isLast = !hasMore || nextCursor >= maxRows;
      if (isLast && (hasMore || nextCursor < total))
        yield [[`Incomplete: this file has only the first ${fullNumber(nextCursor)} rows.`]];
      cursor = isLast ? undefined : nextCursor;
    }
  };
  return { headings: columns.map(([heading]) => heading), batches: batches() };
}

/** Returns the table of some rows. */
export function rowsTable<Row>(columns: readonly FileColumn<Row>[], load: () => Promise<readonly Row[]>): FileTable {
  let rows: readonly Row[] | undefined;
  return listTable(columns, async (limit, cursor) => {
    rows ??= await load();
    return toPage(rows.slice(cursor, cursor + limit + 1), cursor, limit);
  });
}

/** Rows that are computed from lists of streams, each with at most {@link maxStreams} streams. */
export interface StreamsRows<Row> {
  rows: readonly Row[];
  lists: readonly (readonly unknown[])[];
}

/** Returns the table of rows that are computed from streams. If a list is cut, the last row says so. */
export function streamsTable<Row>(
  columns: readonly FileColumn<Row>[],
  load: () => Promise<StreamsRows<Row>>,
): FileTable {
  let isCut = false;
  const { headings, batches } = rowsTable(columns, async () => {
    const { rows, lists } = await load();
    isCut = lists.some(({ length }) => length >= maxStreams);
    return rows;
  });
  const all = async function* () {
    yield* batches;
    if (isCut) yield [[`Incomplete: computed from the newest ${fullNumber(maxStreams)} streams of a streamer.`]];
  };
  return { headings, batches: all() };
}

/** Writes a table as CSV, one text per batch. The file starts with a byte order mark, so that spreadsheets read all letters. */
export async function* csvTexts({ headings, batches }: FileTable): AsyncGenerator<string, void> {
  let head = stringify([headings], { ...csvOptions, bom: true });
  for await (const rows of batches) {
    yield head + stringify(rows, csvOptions);
    head = '';
  }
}

/** Writes a table as a JSON array with an object per row, one text per batch. A repeated heading has its place. */
export async function* jsonTexts({ headings, batches }: FileTable): AsyncGenerator<string, void> {
  const keys = headings.map((heading, i) => (headings.indexOf(heading) === i ? heading : `${heading} (${i + 1})`));
  let separator = '[\n';
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      text += separator + JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, row[i] ?? null])));
      separator = ',\n';
    }
    yield text;
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Writes a time so that spreadsheets read it: 2026-11-24 21:18. */
export function fileTime(at: string | null): string | null {
  return at === null ? null : at.slice(0, 16).replace('T', ' ');
}

/** Converts minutes to hours with one decimal. */
export function fileHours(minutes: number | null): number | null {
  return minutes === null ? null : quotientInTenths(minutes, 60);
}
