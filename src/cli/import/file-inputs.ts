import { stat } from 'node:fs/promises';
import { ImportInput } from './import-input.js';
import { ImportKind } from './import-kind.js';
import { packingOf, readFileBytes, readStandardInput } from './sources/bytes.js';
import { readNdjson } from './sources/ndjson.js';
import { SourceRecord } from './sources/source-record.js';

/** Reads the records that bytes hold. */
export type Format = (bytes: AsyncIterable<Buffer>, kind: ImportKind) => AsyncIterable<SourceRecord[]>;

/** The formats, by the end of a file's name before that of its packing. */
const formats: Readonly<Record<string, Format>> = {
  '.ndjson': readNdjson,
  '.jsonl': readNdjson,
};

export function formatOf(path: string): Format | undefined {
  const packing = packingOf(path);
  const name = packing === '' ? path : path.slice(0, -packing.length);
  return formats[Object.keys(formats).find((end) => name.endsWith(end)) ?? ''];
}

/** A file; what its name does not tell is read as NDJSON. */
export async function fileInput(
  kind: ImportKind,
  path: string,
  format: Format = formatOf(path) ?? readNdjson,
): Promise<ImportInput> {
  const stats = await stat(path);
  const bytes = stats.isFile() ? stats.size : undefined;
  return { kind, name: path, bytes, read: (onRead) => format(readFileBytes(path, onRead), kind) };
}

export function standardInput(kind: ImportKind): ImportInput {
  return { kind, name: 'standard input', read: (onRead) => readNdjson(readStandardInput(onRead)) };
}
