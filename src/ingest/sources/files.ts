import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.js';
import { checkPacking, packingOf, readFileBytes, readStandardInput } from './formats/bytes.js';
import { readCsv } from './formats/csv.js';
import { readNdjson } from './formats/ndjson.js';
import { PageTime } from './helix/page-time.js';
import { PageDefaults, readObservations } from './helix/read-observations.js';
import { readPages } from './helix/page-reader.js';
import { observedItems } from './helix/observations.js';
import { Input, InputRecord } from './input.js';
import { Kind, StagedKind } from '../kinds/kind.js';
import { findKind, kindNames, kinds } from '../kinds/kinds.js';
import { findRejectedKinds, readRejects, rejectsEnding } from '../records/rejects.js';

/** Reads the records in bytes; `name` is the name of the input in messages. */
type Format = (bytes: AsyncIterable<Buffer>, kind: Kind, name: string) => AsyncIterable<InputRecord[]>;

export const formats: Readonly<Record<'ndjson' | 'csv', Format>> = { ndjson: readNdjson, csv: readCsv };

const endings: Readonly<Record<string, Format>> = { '.ndjson': readNdjson, '.jsonl': readNdjson, '.csv': readCsv };

export interface InputOptions {
  kind?: Kind;
  format?: Format;
  /** The inputs are pages of Twitch Helix with these defaults. */
  helix?: HelixOptions;
}

export interface HelixOptions extends Partial<PageDefaults> {
  /** Receives the observation time of each input whose pages have none; empty with `at`. */
  times?: PageTime[];
}

export interface FoundInputs {
  inputs: Input[];
  /** The files of a named folder that are not imported. */
  ignored: string[];
}

/** Finds the inputs of paths: files, folders, or `-` for standard input. Throws a UsageError. */
export async function findInputs(paths: readonly string[], options: InputOptions = {}): Promise<FoundInputs> {
  if (paths.length === 0) throw new UsageError('Specify a file or folder to import, or - for standard input.');
  const found: FoundInputs = { inputs: [], ignored: [] };
  for (const given of paths) {
    if (given === '-') found.inputs.push(standardInput(options));
    else if ((await statOf(given)).isDirectory()) await addFolder(found, given, options);
    else if (given.endsWith(rejectsEnding)) found.inputs.push(...(await rejectsInputs(given)));
    else found.inputs.push(await namedFile(given, options));
  }
  return found;
}

/** The way to read a file or standard input as records of a kind. `time` is the time of its pages. */
interface Reading {
  kind: StagedKind;
  read(this: void, bytes: AsyncIterable<Buffer>, name: string, time: PageTime): AsyncIterable<InputRecord[]>;
}

function recordsOf(kind: Kind, format: Format): Reading {
  return { kind, read: (bytes, name) => format(bytes, kind, name) };
}

function pagesOf({ at, broadcasterId, times }: HelixOptions): Reading {
  const read: Reading['read'] = (bytes, _name, time) => {
    if (at) return readObservations(readPages(bytes), { at, broadcasterId });
    times?.push(time);
    return readObservations(readPages(bytes), { at: time.at, broadcasterId, onTimeTaken: () => time.take() });
  };
  return { kind: observedItems, read };
}

/** Makes an input of a file. By default, the name decides the format; the format of other names is NDJSON. */
export function fileInput(kind: Kind, file: string, format = formatOf(file) ?? readNdjson): Promise<Input> {
  return openFile(file, recordsOf(kind, format));
}

async function openFile(file: string, { kind, read }: Reading): Promise<Input> {
  checkPacking(file);
  const stats = await statOf(file);
  const bytes = stats.isFile() ? stats.size : undefined;
  const time = PageTime.ofFile(file, new Date(Math.floor(stats.mtimeMs)));
  return { kind, name: file, bytes, read: (onRead) => read(readFileBytes(file, onRead), file, time) };
}

/** Throws a UsageError for a device, which may have no end. */
async function statOf(path: string): Promise<Stats> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new UsageError(`${path} does not exist.`);
  if (stats.isFile() || stats.isFIFO() || stats.isDirectory()) return stats;
  throw new UsageError(`${path} is not a file, folder or pipe.`);
}

function standardInput({ kind, format = readNdjson, helix }: InputOptions): Input {
  if (!helix && !kind) throw new UsageError(`- needs --kind, one of ${kindNames.join(', ')}.`);
  const reading = kind ? recordsOf(kind, format) : pagesOf(helix ?? {});
  return {
    kind: reading.kind,
    name: 'standard input',
    read: (onRead) => reading.read(readStandardInput(onRead), 'standard input', new PageTime(new Date(), 'now')),
    close: () => void process.stdin.destroy(),
  };
}

async function addFolder(found: FoundInputs, folder: string, options: InputOptions): Promise<void> {
  if (options.kind) throw new UsageError(`--kind applies to files and standard input, but ${folder} is a folder.`);
  const entries = await readdir(folder, { withFileTypes: true });
  const inputs: Input[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    // On other file systems, macOS adds a file ._NAME to each file NAME.
    const isOther = entry.isDirectory() || entry.name.startsWith('.') || file.endsWith(rejectsEnding);
    const input = isOther ? undefined : await listedFile(file, options);
    if (input) inputs.push(input);
    else found.ignored.push(file);
  }
  if (inputs.length === 0) throw new UsageError(`${folder} contains no ${options.helix ? wantedPages : wantedFiles}.`);
  found.inputs.push(...inputs);
}

const wantedFiles = `import file. The name of an import file begins with its kind, such as streams.ndjson or viewer_samples-2026-10.csv.gz. The kinds are ${kindNames.join(', ')}`;
const wantedPages =
  'page of Helix. The name of a page ends in .json, .ndjson or .jsonl, and in .gz or .zst if it is compressed';

/** Makes an input of a file of a folder; undefined if its name does not show the kind. */
async function listedFile(file: string, { format, helix }: InputOptions): Promise<Input | undefined> {
  if (helix) return /\.(?:json|ndjson|jsonl)$/.test(unpackedName(file)) ? openFile(file, pagesOf(helix)) : undefined;
  const kind = kindOf(file);
  return kind && formatOf(file) ? fileInput(kind, file, format) : undefined;
}

async function namedFile(file: string, { kind, format, helix }: InputOptions): Promise<Input> {
  if (helix) return openFile(file, pagesOf(helix));
  const itsKind = kind ?? kindOf(file);
  if (itsKind === undefined) {
    throw new UsageError(
      `The name of ${file} does not begin with a kind. Set --kind to one of ${kindNames.join(', ')}.`,
    );
  }
  if (kind === undefined && format === undefined && formatOf(file) === undefined) {
    throw new UsageError(
      `The name of ${file} does not end in .ndjson or .csv, with or without .gz or .zst. Set --format to ndjson or csv.`,
    );
  }
  return fileInput(itsKind, file, format);
}

/** A file of rejects contains records of several kinds: it is an input for each kind. */
async function rejectsInputs(file: string): Promise<Input[]> {
  const found = await findRejectedKinds<StagedKind>(
    readFileBytes(file, () => {}),
    [observedItems, ...kinds],
  );
  if (found.length === 0) throw new UsageError(`${file} contains no rejected records.`);
  const readingOf = (kind: StagedKind, index: number): Reading => ({
    kind,
    read(bytes) {
      // The first of the inputs reports the lines without a kind.
      const records = readRejects(bytes, kind.name, index === 0);
      return kind === observedItems ? readObservations(records, { at: new Date() }) : records;
    },
  });
  return Promise.all(found.map((kind, index) => openFile(file, readingOf(kind, index))));
}

function kindOf(file: string): Kind | undefined {
  return findKind(path.basename(file).split(/[.-]/, 1)[0] ?? '');
}

function formatOf(file: string): Format | undefined {
  const name = unpackedName(file);
  return endings[Object.keys(endings).find((end) => name.endsWith(end)) ?? ''];
}

function unpackedName(file: string): string {
  return file.slice(0, file.length - (packingOf(file) ?? '').length);
}
