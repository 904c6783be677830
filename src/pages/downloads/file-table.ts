import { fullNumber, quotientInTenths } from '../../charts/labels/number-labels.js';
import { Page, toPage } from '../../http/lists/page.js';
import { csvText } from '../../response-cache/list-text.js';

/** A cell of a file. Null and undefined are an empty cell. */
export type Cell = string | number | null | undefined;

/** A column of a file. The heading has the words of the page, and the unit where the words do not name it. */
export type FileColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell];

/** The headings of a file, and its rows. */
export interface FileTable {
  headings: readonly string[];
  /** Loads the next rows, at most {@link rowsPerBatch}; undefined after the last rows. */
  nextRows: () => Promise<(readonly Cell[])[] | undefined>;
  /** The number of rows that are in memory until the file ends, after the first rows are loaded. */
  heldRows?: () => number;
}

/** The tables of some panels, by the ID of the panel. Errors may be errors of the first rows. */
export type Tables<Subject> = Readonly<Record<string, (subject: Subject) => FileTable | Promise<FileTable>>>;

/** The number of rows that are loaded and written at once. */
export const rowsPerBatch = 1_000;

/** A spreadsheet has 1,048,576 rows. */
const maxRows = 1_000_000;

/** The newest streams of a streamer in the files whose rows are computed from streams. */
export const maxStreams = 20_000;

/**
 * Returns the table of all items of a list. `load` gets the number of items before the page, and the last of them. A file
 * without the end of its list says so in its last row.
 */
export function listTable<Row>(
  columns: readonly FileColumn<Row>[],
  load: (limit: number, cursor: number, last: Row | undefined) => Promise<Page<Row>>,
): FileTable {
  let cursor: number | undefined = 0;
  let last: Row | undefined;
  const nextRows = async () => {
    if (cursor === undefined) return undefined;
    const { items, hasMore, nextCursor, total = 0 } = await load(rowsPerBatch, cursor, last);
    const isLast = !hasMore || nextCursor >= maxRows;
    const isCut = isLast && (hasMore || nextCursor < total);
    cursor = isLast ? undefined : nextCursor;
    last = items.at(-1);
    const rows = items.map((row) => columns.map(([, cell]) => cell(row)));
    return isCut ? [...rows, [`Incomplete: this file has only the first ${fullNumber(nextCursor)} rows.`]] : rows;
  };
  return { headings: columns.map(([heading]) => heading), nextRows };
}

/** Returns the table of some rows. */
export function rowsTable<Row>(columns: readonly FileColumn<Row>[], load: () => Promise<readonly Row[]>): FileTable {
  let rows: readonly Row[] | undefined;
  const table = listTable(columns, async (limit, cursor) => {
    rows ??= await load();
    return toPage(rows.slice(cursor, cursor + limit + 1), cursor, limit);
  });
  return { ...table, heldRows: () => rows?.length ?? 0 };
}

/** Returns the table of several tables with the same columns. */
export function joinedTables(headings: readonly string[], load: () => Promise<readonly FileTable[]>): FileTable {
  let tables: FileTable[] | undefined;
  const nextRows: FileTable['nextRows'] = async () => {
    tables ??= [...(await load())];
    const rows = await tables[0]?.nextRows();
    if (rows !== undefined || tables.length === 0) return rows;
    tables.shift();
    return nextRows();
  };
  return { headings, nextRows };
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

/** Writes a table as a JSON array with an object per row. A repeated heading has its place. */
export function jsonTexts({ headings, nextRows }: FileTable): NextText {
  const keys = headings.map((heading, i) => (headings.indexOf(heading) === i ? heading : `${heading} (${i + 1})`));
  let separator = '[\n';
  let isEnded = false;
  return async () => {
    if (isEnded) return undefined;
    const rows = await nextRows();
    isEnded = rows === undefined;
    if (rows === undefined) return separator === '[\n' ? '[]\n' : '\n]\n';
    const texts = rows.map((row) => JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, row[i] ?? null]))));
    const text = texts.map((one, i) => (i === 0 ? separator : ',\n') + one).join('');
    if (texts.length > 0) separator = ',\n';
    return text;
  };
}

/** Writes a time so that spreadsheets read it: 2026-11-24 21:18. */
export function fileTime(at: string | null): string | null {
  return at === null ? null : at.slice(0, 16).replace('T', ' ');
}

/** Converts minutes to hours with one decimal. */
export function fileHours(minutes: number | null): number | null {
  return minutes === null ? null : quotientInTenths(minutes, 60);
}
