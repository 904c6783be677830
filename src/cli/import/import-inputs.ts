import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileInput, formatOf, standardInput } from './file-inputs.js';
import { ImportInput } from './import-input.js';
import { ImportKind } from './import-kind.js';
import { findKind, importKinds, kindNames } from './import-kinds.js';
import { readFileBytes } from './sources/bytes.js';
import { findRejectedKinds, readRejects, rejectsEnding } from './sources/rejects.js';

/** What the caller named cannot be imported. */
export class UsageError extends Error {}

export interface FoundInputs {
  inputs: ImportInput[];
  /** What lies in a named folder and is no import file. */
  ignored: string[];
}

/** The inputs that paths stand for: files, folders, or `-` for standard input. Throws a UsageError. */
export async function findInputs(paths: readonly string[], kindName?: string): Promise<FoundInputs> {
  if (paths.length === 0) throw new UsageError('Name a file or a folder to import, or - for standard input.');
  const named = kindName === undefined ? undefined : findKind(kindName);
  if (kindName !== undefined && named === undefined) {
    throw new UsageError(`--kind: "${kindName}" must be one of ${kindNames.join(', ')}.`);
  }
  const found: FoundInputs = { inputs: [], ignored: [] };
  for (const given of paths) {
    const more = await findInput(given, named);
    found.inputs.push(...more.inputs);
    found.ignored.push(...more.ignored);
  }
  return found;
}

async function findInput(given: string, named: ImportKind | undefined): Promise<FoundInputs> {
  if (given === '-') {
    if (named === undefined) throw new UsageError(`- needs --kind, one of ${kindNames.join(', ')}.`);
    return { inputs: [standardInput(named)], ignored: [] };
  }
  const stats = await stat(given).catch(() => null);
  if (stats === null) throw new UsageError(`There is no ${given}.`);
  if (!stats.isDirectory()) return { inputs: await inputsOfFile(given, named), ignored: [] };
  if (named !== undefined) throw new UsageError(`--kind is for files and standard input; ${given} is a folder.`);
  return findInFolder(given);
}

async function findInFolder(folder: string): Promise<FoundInputs> {
  const found: FoundInputs = { inputs: [], ignored: [] };
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    const kind = kindOf(file);
    const isImportFile = kind && formatOf(file) && !file.endsWith(rejectsEnding) && !entry.isDirectory();
    if (isImportFile) found.inputs.push(await fileInput(kind, file));
    else found.ignored.push(file);
  }
  if (found.inputs.length > 0) return found;
  throw new UsageError(
    `${folder} holds no import file. They are named after what they hold, such as streams.ndjson or viewer_samples-2026-10.ndjson.gz; the kinds are ${kindNames.join(', ')}.`,
  );
}

async function inputsOfFile(file: string, named: ImportKind | undefined): Promise<ImportInput[]> {
  if (file.endsWith(rejectsEnding)) return inputsOfRejects(file);
  const kind = named ?? kindOf(file);
  if (kind === undefined) {
    throw new UsageError(
      `The name of ${file} does not begin with a kind. Say with --kind what it holds, one of ${kindNames.join(', ')}.`,
    );
  }
  if (named === undefined && formatOf(file) === undefined) {
    throw new UsageError(
      `The name of ${file} does not end in .ndjson or .ndjson.gz. With --kind it is read as NDJSON.`,
    );
  }
  return [await fileInput(kind, file)];
}

async function inputsOfRejects(file: string): Promise<ImportInput[]> {
  const present = await findRejectedKinds(readFileBytes(file, () => {}));
  const kinds = importKinds.filter((kind) => present.has(kind.name));
  if (kinds.length === 0) throw new UsageError(`${file} holds no rejected records.`);
  return Promise.all(
    kinds.map((kind, index) => fileInput(kind, file, (bytes) => readRejects(bytes, kind, index === 0))),
  );
}

/** The kind that a file's name begins with, up to the first dot or hyphen. */
function kindOf(file: string): ImportKind | undefined {
  return findKind(path.basename(file).split(/[.-]/, 1)[0] ?? '');
}
