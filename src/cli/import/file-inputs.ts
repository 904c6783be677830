import { stat } from 'node:fs/promises';
import { ImportInput } from './import-input.js';
import { ImportKind } from './import-kind.js';
import { checkPacking, closeStandardInput, packingOf, readFileBytes, readStandardInput } from './sources/bytes.js';
import { readCsv } from './sources/csv.js';
import { readNdjson } from './sources/ndjson.js';
import { SourceRecord } from './sources/source-record.js';

/** Reads the records that bytes hold; `name` is what messages call the input. */
export type Format = (bytes: AsyncIterable<Buffer>, kind: ImportKind, name: string) => AsyncIterable<SourceRecord[]>;

export const formats: Readonly<Record<'ndjson' | 'csv', Format>> = { ndjson: readNdjson, csv: readCsv };

/** The formats, by the end of a file's name before that of its packing. */
const endings: Readonly<Record<string, Format>> = {
  '.ndjson': readNdjson,
  '.jsonl': readNdjson,
  '.csv': readCsv,
};

export function formatOf(path: string): Format | undefined {
  const packing = packingOf(path);
  const name = packing === '' ? path : path.slice(0, -packing.length);
  return endings[Object.keys(endings).find((end) => name.endsWith(end)) ?? ''];
}

/** A file; what its name does not tell is read as NDJSON. */
export async function fileInput(
  kind: ImportKind,
  path: string,
  format: Format = formatOf(path) ?? readNdjson,
): Promise<ImportInput> {
  checkPacking(path);
  const stats = await stat(path);
  const bytes = stats.isFile() ? stats.size : undefined;
  return { kind, name: path, bytes, read: (onRead) => format(readFileBytes(path, onRead), kind, path) };
}

export function standardInput(kind: ImportKind, format: Format): ImportInput {
  const name = 'standard input';
  return { kind, name, read: (onRead) => format(readStandardInput(onRead), kind, name), close: closeStandardInput };
}
