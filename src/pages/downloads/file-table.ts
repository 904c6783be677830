import { fullNumber } from '../../charts/labels/number-labels.js';
import { Page, toPage } from '../../http/lists/page.js';
import { csvText } from '../../response-cache/list-text.js';
import { Cell, Column } from '../parts/lists/column.js';

/** The headings of a file, and its rows. */
export interface FileTable {
  headings: readonly string[];
  /** Loads the next rows, at most {@link rowsPerBatch}; undefined after the last rows. */
  nextRows: () => Promise<(readonly Cell[])[] | undefined>;
  /** The number of rows that are in memory until the file ends, after the first rows are loaded. */
  heldRows?: () => number;
}

/** The number of rows that are loaded and written at once. */
const rowsPerBatch = 1_000;

/** A spreadsheet has 1,048,576 rows. */
const maxRows = 1_000_000;

/** The newest streams of a streamer in the files whose rows are computed from streams. */
export const maxStreams = 20_000;

/**
 * Returns the table of all items of a list. `load` gets the number of items before the page, and the last of them. A file
 * without the end of its list says so in its last row.
 */
export function listTable<Row, Key extends string>(
  columns: readonly Column<Row, Key>[],
  load: (limit: number, cursor: number, last: Row | undefined) => Promise<Page<Row>>,
): FileTable {
  const written = columns.flatMap(({ file }) => file ?? []);
  let cursor: number | undefined = 0;
  let last: Row | undefined;
  const nextRows = async () => {
    if (cursor === undefined) return undefined;
    const { items, hasMore, nextCursor, total = 0 } = await load(rowsPerBatch, cursor, last);
    const isLast = !hasMore || nextCursor >= maxRows;
    const isCut = isLast && (hasMore || nextCursor < total);
    cursor = isLast ? undefined : nextCursor;
    last = items.at(-1);
    const rows = items.map((row) => written.map(({ cell }) => cell(row)));
    return isCut ? [...rows, [`Incomplete: this file has only the first ${fullNumber(nextCursor)} rows.`]] : rows;
  };
  return { headings: written.map(({ heading }) => heading), nextRows };
}

/** Returns the table of some rows. */
export function rowsTable<Row, Key extends string>(
  columns: readonly Column<Row, Key>[],
  load: () => Promise<readonly Row[]>,
): FileTable {
  let rows: readonly Row[] | undefined;
  const table = listTable(columns, async (limit, cursor) => {
    rows ??= await load();
    return toPage(rows.slice(cursor, cursor + limit + 1), cursor, limit);
  });
  return { ...table, heldRows: () => rows?.length ?? 0 };
}

/** Returns the table of several tables with the same columns. */
export function joinedTables<Row, Key extends string>(
  columns: readonly Column<Row, Key>[],
  load: () => Promise<readonly FileTable[]>,
): FileTable {
  let tables: FileTable[] | undefined;
  const nextRows: FileTable['nextRows'] = async () => {
    tables ??= [...(await load())];
    const rows = await tables[0]?.nextRows();
    if (rows !== undefined || tables.length === 0) return rows;
    tables.shift();
    return nextRows();
  };
  return { ...rowsTable(columns, () => Promise.resolve([])), nextRows };
}

/** Rows that are computed from lists of streams, each with at most {@link maxStreams} streams. */
interface StreamsRows<Row> {
  rows: readonly Row[];
  lists: readonly (readonly unknown[])[];
}

/** Returns the table of rows that are computed from streams. If a list is cut, the last row says so. */
export function streamsTable<Row, Key extends string>(
  columns: readonly Column<Row, Key>[],
  load: () => Promise<StreamsRows<Row>>,
): FileTable {
  let isCut = false;
  const table = rowsTable(columns, async () => {
    const { rows, lists } = await load();
    isCut = lists.some(({ length }) => length >= maxStreams);
    return rows;
  });
  const nextRows = async () => {
    const rows = await table.nextRows();
    if (rows !== undefined || !isCut) return rows;
    isCut = false;
    return [[`Incomplete: computed from the newest ${fullNumber(maxStreams)} streams of a streamer.`]];
  };
  return { ...table, nextRows };
}

/** Returns the text of the next rows of a file; undefined after the end of the file. */
export type NextText = () => Promise<string | undefined>;

/** Writes a table as CSV. The file starts with a byte order mark, so that spreadsheets read all letters. */
export function csvTexts({ headings, nextRows }: FileTable): NextText {
  let head = `\uFEFF${csvText([headings])}`;
  return async () => {
    const rows = await nextRows();
    if (rows === undefined && head === '') return undefined;
    const text = head + csvText(rows ?? []);
    head = '';
    return text;
  };
}
