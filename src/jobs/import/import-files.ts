import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { withOwner } from '../../database/owner-client.js';
import { FileError, UsageError } from '../../ingest/errors.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { runImport, ImportOptions, ImportSummary } from '../../ingest/ingest.js';
import { ImportProgress, showProgress } from '../../ingest/progress.js';
import { freeRejectsPath, TooManyRejects } from '../../ingest/records/rejects.js';
import { findInputs, InputOptions } from '../../ingest/sources/files.js';
import { Input } from '../../ingest/sources/input.js';
import { Output } from '../../lifecycle/command-run.js';
import { BadDataError, errorMessage } from '../../logging/error-message.js';
import { formatQuantity } from '../../logging/format-count.js';
import { describeRejects } from './report.js';

type Options = ImportOptions & { log: (line: string) => void; stderr: Output };

/** Messages by error code that replace unhelpful messages of errors. */
const reasons: Readonly<Record<string, string>> = {
  '57P01': 'The database was stopped',
  EPIPE: 'The connection to the database was lost',
  ECONNRESET: 'The connection to the database was lost',
};

/**
 * Imports the inputs of paths in one transaction. Throws a UsageError, or a BadDataError if a file is bad or, without
 * `skipInvalid`, a record is invalid.
 */
export async function importFiles(
  databaseUrl: string,
  paths: readonly string[],
  inputOptions: InputOptions,
  options: Options,
  signal: AbortSignal,
): Promise<ImportSummary> {
  try {
    const { inputs, ignored } = await findInputs(paths, inputOptions);
    const rejectsPath = chooseRejectsPath(paths[0] ?? '', inputOptions, options);
    for (const file of ignored) options.log(`Ignored ${escapeControls(file)}.`);
    const closeInputs = () => inputs.forEach((input) => input.close?.());
    signal.addEventListener('abort', closeInputs, { once: true });
    const importAll = (client: Client) => importInputs(client, inputs, { ...options, rejectsPath });
    return await withOwner(databaseUrl, importAll, signal).finally(closeInputs);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(escapeControls(error.message), { cause: error });
    if (!(error instanceof FileError)) throw error;
    const rejects = error instanceof TooManyRejects ? `${describeRejects(error.first, error.first.length)}\n` : '';
    throw new BadDataError(`${rejects}${escapeControls(error.message)}. Nothing was imported.`, { cause: error });
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
  try {
    accessSync(folder, constants.W_OK);
    return chosen;
  } catch {
    throw new UsageError(`--skip-invalid: cannot write to ${folder}. Set --rejects to a file in another folder.`);
  }
}

async function importInputs(client: Client, inputs: Input[], options: Options): Promise<ImportSummary> {
  const progress = new ImportProgress(inputs);
  const display = showProgress(progress, options.log, options.stderr);
  const summary = await runImport(client, inputs, { ...options, log: display.log, progress })
    .catch(explainFailure)
    .finally(display.stop);
  const { rejected, firstRejects } = summary;
  if (rejected === 0 || options.skipInvalid) return summary;
  const [are, them] = rejected === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new BadDataError(
    `${describeRejects(firstRejects, rejected)}\n${formatQuantity(rejected, 'record')} ${are} invalid, so nothing was imported. Correct ${them}, or import the others with --skip-invalid.`,
  );
}

function explainFailure(error: unknown): never {
  if (!(error instanceof Error) || error instanceof FileError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasons[code] ?? errorMessage(error).replace(/\.$/, '');
  throw new Error(`${reason}. Nothing was imported.`, { cause: error });
}
