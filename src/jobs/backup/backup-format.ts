import { escapeControls } from '../../ingest/escape-controls.js';
import { ByteReader } from './byte-reader.js';

/**
 * A backup is a text packed with gzip. It contains comments that describe the file, statements of one line each, and
 * the rows of each table in the format of COPY. A backup contains only these statements:
 */
const identifier = '(?:[a-z_][a-z0-9_]*|"(?:[^"]|"")+")';
const bound = String.raw`\((?:MINVALUE|MAXVALUE|'[^'\\]+')\)`;
const forms = {
  partition: pattern(
    `CREATE TABLE ${identifier} PARTITION OF (?:viewer|packed)_samples (?:DEFAULT|FOR VALUES FROM ${bound} TO ${bound})`,
  ),
  sequence: pattern(String.raw`SELECT pg_catalog\.setval\('(?<name>\w+)', -?\d+\)`),
  rows: pattern(String.raw`COPY (?<name>${identifier}) \((?<columns>${identifier}(?:, ${identifier})*)\) FROM stdin`),
};

export const title = '-- Backup of streaming-analytics-api, format 1';
const taken = /^-- taken [-0-9T:.]+Z$/;
const migrationMark = '-- migration ';
const migration = /^-- migration (?<name>\w+)$/;

/** The last line: without it the file is incomplete. */
export const endLine = '-- end of the backup';

export class BackupError extends Error {}

/** The first lines of a backup, up to and including an empty line. */
export function writeHeader(takenAt: Date, migrations: readonly string[]): string {
  const lines = [title, `-- taken ${takenAt.toISOString()}`, ...migrations.map((name) => migrationMark + name), ''];
  return lines.map((line) => `${line}\n`).join('');
}

export type Piece = { line: number } & (
  | { type: 'migrations'; names: string[] }
  | { type: 'partition'; sql: string }
  | { type: 'sequence'; sql: string; name: string }
  | { type: 'rows'; sql: string; name: string; columns: string[]; rows: AsyncGenerator<Buffer> }
);

/** Reads a backup. Read all rows of a table before you request the next piece. */
export async function* readBackup(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  const reader = new ByteReader(bytes);
  yield { type: 'migrations', line: 1, names: await readHeader(reader) };
  for (let text = await nextLine(reader); text !== endLine; text = await nextLine(reader)) {
    yield readStatement(reader, text);
  }
  if (!(await reader.isAtEnd())) throw new BackupError(`it continues after its last line, line ${reader.lines}`);
}

async function readHeader(reader: ByteReader): Promise<string[]> {
  requireForm(reader, await nextLine(reader), new RegExp(`^${title}$`));
  requireForm(reader, await nextLine(reader), taken);
  const names: string[] = [];
  for (let text = await nextLine(reader); text !== ''; text = await nextLine(reader)) {
    names.push(requireForm(reader, text, migration).name as string);
  }
  return names;
}

function readStatement(reader: ByteReader, text: string): Piece {
  const [sql, line] = [text.replace(/;$/, ''), reader.lines];
  const groupsOf = (form: RegExp) => form.exec(text)?.groups;
  const rows = groupsOf(forms.rows);
  if (rows) {
    const columns = Array.from((rows.columns as string).matchAll(new RegExp(identifier, 'g')), ([name]) =>
      unquote(name),
    );
    return { type: 'rows', line, sql, name: unquote(rows.name as string), columns, rows: rowsOf(reader) };
  }
  if (forms.partition.test(text)) return { type: 'partition', line, sql };
  const { name } = requireForm(reader, text, forms.sequence);
  return { type: 'sequence', line, sql, name: name as string };
}

async function nextLine(reader: ByteReader): Promise<string> {
  const line = await reader.line();
  if (line === undefined) throw new BackupError('it is incomplete');
  return line;
}

async function* rowsOf(reader: ByteReader): AsyncGenerator<Buffer> {
  if (!(yield* reader.rows())) throw new BackupError('it is incomplete');
}

function requireForm(reader: ByteReader, text: string, form: RegExp): Record<string, string> {
  const match = form.exec(text);
  if (match) return match.groups ?? {};
  const shown = escapeControls(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  throw new BackupError(`it is not a backup of this service: line ${reader.lines} is "${shown}"`);
}

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

function pattern(statement: string): RegExp {
  return new RegExp(`^${statement};$`);
}
