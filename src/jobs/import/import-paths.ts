import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { FileError, UsageError } from '../../ingest/errors.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { ImportOptions } from '../../ingest/ingest.js';
import { freeRejectsPath, TooManyRejects } from '../../ingest/records/rejects.js';
import { findInputs, InputOptions } from '../../ingest/sources/files.js';
import { BadDataError } from '../../logging/error-message.js';
import { describeRejects } from './report.js';
import { runImport } from './run-import.js';

/** Finds the inputs and imports them ({@link runImport}). Throws a UsageError, or a BadDataError if a file is bad. */
export async function importPaths(
  databaseUrl: () => string,
  paths: readonly string[],
  inputOptions: InputOptions,
  options: ImportOptions,
): Promise<number> {
  try {
    const { inputs, ignored } = await findInputs(paths, inputOptions);
    const rejectsPath = chooseRejectsPath(paths[0] ?? '', inputOptions, options);
    for (const file of ignored) console.error(`Ignored ${escapeControls(file)}.`);
    return await runImport(databaseUrl(), inputs, { ...options, rejectsPath, pageTimes: inputOptions.helix?.times });
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(escapeControls(error.message), { cause: error });
    if (!(error instanceof FileError)) throw error;
    if (error instanceof TooManyRejects) console.error(describeRejects(error.first, error.first.length));
    throw new BadDataError(`${escapeControls(error.message)}. Nothing was imported.`, { cause: error });
  }
}

function chooseRejectsPath(
  firstPath: string,
  { kind, helix }: InputOptions,
  { skipInvalid, rejectsPath }: ImportOptions,
): string | undefined {
  if (rejectsPath && !skipInvalid) throw new UsageError('--rejects requires --skip-invalid.');
  if (!skipInvalid) return undefined;
  const chosen = rejectsPath ?? freeRejectsPath(firstPath, helix ? 'helix' : kind?.name);
  const folder = path.resolve(path.dirname(chosen));
  if (existsSync(chosen)) throw new UsageError(`--rejects: ${chosen} already exists; specify another file.`);
  if (!existsSync(folder)) throw new UsageError(`--rejects: folder does not exist: ${path.dirname(chosen)}.`);
  if (isWritable(folder)) return chosen;
  throw new UsageError(`--skip-invalid: cannot write to ${folder}. Set --rejects to a file in another folder.`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
