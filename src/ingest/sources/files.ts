import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from '../errors.js';
import { readFileBytes, textBytes } from './formats/bytes.js';
import { readCsv } from './formats/csv.js';
import { readNdjson } from './formats/ndjson.js';
import { checkPacking } from './formats/packing.js';
import { PageTime } from './helix/page-time.js';
import { PageDefaults, readObservations } from './helix/read-observations.js';
import { readPages } from './helix/page-reader.js';
import { observedItems } from './helix/observations.js';
import { Input, InputRecord } from './input.js';
import { Kind, StagedKind } from '../kinds/kind.js';
import { findKind, kindNames, kinds } from '../kinds/kinds.js';
import { findRejectedKinds, readRejects, rejectsEnding } from '../records/rejects.js';

/** Reads the records in bytes; `name` is the name of the input in messages. */
type Format = (bytes: AsyncIterable<Buffer>, name: string, kind: Kind) => AsyncIterable<InputRecord[]>;

export const formats: Readonly<Record<'ndjson' | 'csv', Format>> = { ndjson: readNdjson, csv: readCsv };

export interface InputOptions {
  kind?: Kind;
  format?: Format;
  /** Returns standard input, which `-` reads. */
  stdin?: () => Readable;
  /** The inputs are pages of Twitch Helix with these defaults. */
  helix?: HelixOptions;
}

export interface HelixOptions extends Partial<PageDefaults> {
  /** Receives the observation time of each input whose pages have none; empty with `at`. */
  times?: PageTime[];
}

/**
 * Finds the inputs of paths: files, folders, or `-` for standard input. Lists the files of folders that are not inputs as
 * `ignored`. Throws a UsageError.
 */
export async function findInputs(
  paths: readonly string[],
  options: InputOptions = {},
): Promise<{ inputs: Input[]; ignored: string[] }> {
  if (paths.length === 0) throw new UsageError('Specify a file or folder to import, or - for standard input.');
  const inputs: Input[] = [];
  const ignored: string[] = [];
  for (const given of paths) {
    if (given === '-' && options.stdin) inputs.push(standardInput(options.stdin, options));
    else if ((await statOf(given)).isDirectory()) inputs.push(...(await folderInputs(given, options, ignored)));
    else if (given.endsWith(rejectsEnding)) inputs.push(...(await rejectsInputs(given)));
    else inputs.push(await openFile(given, readingOf(given, options)));
  }
  return { inputs, ignored };
}

/** The way to read a file or standard input as records of a kind. `time` is the time of its pages. */
interface InputReader {
  kind: StagedKind;
  read(this: void, bytes: AsyncIterable<Buffer>, name: string, time: PageTime): AsyncIterable<InputRecord[]>;
}

function recordsOf(kind: Kind, format: Format = readNdjson): InputReader {
  return { kind, read: (bytes, name) => format(bytes, name, kind) };
}

function pagesOf({ at, broadcasterId, times }: HelixOptions): InputReader {
  const read: InputReader['read'] = (bytes, _name, time) => {
    if (at) return readObservations(readPages(bytes), { at, broadcasterId });
    times?.push(time);
    return readObservations(readPages(bytes), { at: time.at, broadcasterId, onTimeTaken: () => time.take() });
  };
  return { kind: observedItems, read };
}

async function openFile(file: string, { kind, read }: InputReader): Promise<Input> {
  checkPacking(file);
  const stats = await statOf(file);
  const bytes = stats.isFile() ? stats.size : undefined;
  const time = PageTime.forFile(file, new Date(Math.floor(stats.mtimeMs)));
  return { kind, name: file, bytes, read: (onRead) => read(readFileBytes(file, onRead), file, time) };
}

/** Throws a UsageError for a device, which may have no end. */
async function statOf(path: string): Promise<Stats> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new UsageError(`${path} does not exist.`);
  if (stats.isFile() || stats.isFIFO() || stats.isDirectory()) return stats;
  throw new UsageError(`${path} is not a file, folder or pipe.`);
}

function standardInput(stdin: () => Readable, { kind, format, helix }: InputOptions): Input {
  if (!helix && !kind) throw new UsageError(`- needs --kind, one of ${kindNames.join(', ')}.`);
  const reading = kind ? recordsOf(kind, format) : pagesOf(helix ?? {});
  const name = 'standard input';
  return {
    kind: reading.kind,
    name,
    read: () => reading.read(textBytes(stdin(), name), name, new PageTime(new Date(), 'now')),
    close: () => void stdin().destroy(),
  };
}

async function folderInputs(folder: string, options: InputOptions, ignored: string[]): Promise<Input[]> {
  if (options.kind) throw new UsageError(`--kind applies to files and standard input, but ${folder} is a folder.`);
  const entries = await readdir(folder, { withFileTypes: true });
  const inputs: Input[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    // On other file systems, macOS adds a file ._NAME to each file NAME.
    const isOther = entry.isDirectory() || entry.name.startsWith('.') || file.endsWith(rejectsEnding);
    const isWanted = options.helix ? pageName.test(file) : kindOf(file) && formatOf(file);
    if (isOther || !isWanted) ignored.push(file);
    else inputs.push(await openFile(file, readingOf(file, options)));
  }
  if (inputs.length === 0) throw new UsageError(`${folder} contains no ${options.helix ? wantedPages : wantedFiles}.`);
  return inputs;
}

const wantedFiles = `import file. The name of an import file begins with its kind, such as streams.ndjson or viewer_samples-2026-10.csv.gz. The kinds are ${kindNames.join(', ')}`;
const pageName = /\.(?:json|ndjson|jsonl)(?:\.gz|\.zst)?$/;
const wantedPages =
  'page of Helix. The name of a page ends in .json, .ndjson or .jsonl, and in .gz or .zst if it is compressed';

function readingOf(file: string, { kind: givenKind, format = formatOf(file), helix }: InputOptions): InputReader {
  if (helix) return pagesOf(helix);
  const kind = givenKind ?? kindOf(file);
  if (kind === undefined) {
    throw new UsageError(
      `The name of ${file} does not begin with a kind. Set --kind to one of ${kindNames.join(', ')}.`,
    );
  }
  if (givenKind === undefined && format === undefined) {
    throw new UsageError(
      `The name of ${file} does not end in .ndjson or .csv, with or without .gz or .zst. Set --format to ndjson or csv.`,
    );
  }
  return recordsOf(kind, format);
}

/** A file of rejects contains records of several kinds: it is an input for each kind. */
async function rejectsInputs(file: string): Promise<Input[]> {
  const names = await findRejectedKinds(
    readFileBytes(file, () => {}),
    file,
  );
  const found = [observedItems, ...kinds].filter(({ name }) => names.has(name));
  if (found.length === 0) throw new UsageError(`${file} contains no rejected records.`);
  const rejectsOf = (kind: StagedKind, index: number): InputReader => ({
    kind,
    read(bytes, name) {
      // The first of the inputs reports the lines without a kind.
      const records = readRejects(bytes, name, kind.name, index === 0);
      return kind === observedItems ? readObservations(records, { at: new Date() }) : records;
    },
  });
  return Promise.all(found.map((kind, index) => openFile(file, rejectsOf(kind, index))));
}

function kindOf(file: string): Kind | undefined {
  return findKind(path.basename(file).split(/[.-]/, 1)[0] ?? '');
}

function formatOf(file: string): Format | undefined {
  const [, ending] = /\.(ndjson|jsonl|csv|tsv)(?:\.gz|\.zst)?$/.exec(file) ?? [];
  return ending === undefined ? undefined : formats[/^[ct]sv$/.test(ending) ? 'csv' : 'ndjson'];
}
