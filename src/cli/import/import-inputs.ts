import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileInput } from './file-inputs.js';
import { rejectedPages } from './helix/helix-source.js';
import { sightings } from './helix/sightings.js';
import { ImportInput } from './import-input.js';
import { importKinds } from './import-kinds.js';
import { InputSource } from './input-source.js';
import { readFileBytes } from './sources/bytes.js';
import { findRejectedKinds, readRejects, rejectsEnding } from './sources/rejects.js';
import { UsageError } from './usage-error.js';

export interface FoundInputs {
  inputs: ImportInput[];
  /** What lies in a named folder and is no import file. */
  ignored: string[];
}

/** The inputs that paths stand for: files, folders, or `-` for standard input. Throws a UsageError. */
export async function findInputs(paths: readonly string[], source: InputSource): Promise<FoundInputs> {
  if (paths.length === 0) throw new UsageError('Name a file or a folder to import, or - for standard input.');
  const found: FoundInputs = { inputs: [], ignored: [] };
  for (const given of paths) {
    const more = await findInput(given, source);
    found.inputs.push(...more.inputs);
    found.ignored.push(...more.ignored);
  }
  return found;
}

async function findInput(given: string, source: InputSource): Promise<FoundInputs> {
  if (given === '-') return { inputs: [source.openStandardInput()], ignored: [] };
  const stats = await stat(given).catch(() => null);
  if (stats === null) throw new UsageError(`There is no ${given}.`);
  if (stats.isDirectory()) return findInFolder(given, source);
  const inputs = given.endsWith(rejectsEnding) ? await inputsOfRejects(given) : [await source.openFile(given)];
  return { inputs, ignored: [] };
}

async function findInFolder(folder: string, source: InputSource): Promise<FoundInputs> {
  source.checkFolder?.(folder);
  const found: FoundInputs = { inputs: [], ignored: [] };
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    const isOther = entry.isDirectory() || file.endsWith(rejectsEnding);
    const input = isOther ? undefined : await source.openListed(file);
    if (input) found.inputs.push(input);
    else found.ignored.push(file);
  }
  if (found.inputs.length > 0) return found;
  throw new UsageError(`${folder} holds no ${source.wanted}.`);
}

async function inputsOfRejects(file: string): Promise<ImportInput[]> {
  const present = await findRejectedKinds(readFileBytes(file, () => {}));
  const kinds = importKinds.filter((kind) => present.has(kind.name));
  const pages = present.has(sightings.name) ? [await rejectedPages(file, true)] : [];
  if (kinds.length + pages.length === 0) throw new UsageError(`${file} holds no rejected records.`);
  // One of the inputs has to tell of the lines that are of no kind.
  const isFirst = (index: number) => index + pages.length === 0;
  const inputs = kinds.map((kind, index) => fileInput(kind, file, (bytes) => readRejects(bytes, kind, isFirst(index))));
  return [...pages, ...(await Promise.all(inputs))];
}
