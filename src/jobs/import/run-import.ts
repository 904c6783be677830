import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { runAsOwner, withOwner } from '../../database/owner-client.js';
import { FileError, UsageError } from '../../ingest/errors.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { Importer, ImportOptions } from '../../ingest/ingest.js';
import { ImportProgress, showProgress } from '../../ingest/progress.js';
import { freeRejectsPath, TooManyRejects } from '../../ingest/records/rejects.js';
import { findInputs, InputOptions } from '../../ingest/sources/files.js';
import { Input } from '../../ingest/sources/input.js';
import { untilInterrupted } from '../../lifecycle/until-stopped.js';
import { BadDataError, errorMessage } from '../../logging/error-message.js';
import { countOf } from '../../logging/format-count.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { describeRefresh } from '../refresh/refresh-result.js';
import { describeImport, describeRejects } from './report.js';

/** The exit code after an import of only the valid records. */
const someRejected = 4;

/** Messages by error code that replace unhelpful messages of errors. */
const reasons: Readonly<Record<string, string>> = {
  '57P01': 'The database was stopped',
  EPIPE: 'The connection to the database was lost',
  ECONNRESET: 'The connection to the database was lost',
};

/**
 * Imports the inputs of paths, refreshes the leaderboard, prints reports, and sets the exit code if some records were
 * rejected. Throws a UsageError, or a BadDataError if a file is bad.
 */
export async function runImport(
  databaseUrl: () => string,
  paths: readonly string[],
  inputOptions: InputOptions,
  options: ImportOptions,
): Promise<void> {
  let isImported = false;
  try {
    const { inputs, ignored } = await findInputs(paths, inputOptions);
    const rejectsPath = chooseRejectsPath(paths[0] ?? '', inputOptions, options);
    for (const file of ignored) console.error(`Ignored ${escapeControls(file)}.`);
    const closeInputs = () => inputs.forEach((input) => input.close?.());
    const importAll = (client: Client) =>
      importInputs(client, inputs, { ...options, rejectsPath, pageTimes: inputOptions.helix?.times });
    await untilInterrupted('Nothing was imported.', async (signal) => {
      signal.addEventListener('abort', closeInputs, { once: true });
      isImported = await withOwner(databaseUrl(), importAll, signal).finally(closeInputs);
    });
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(escapeControls(error.message), { cause: error });
    if (!(error instanceof FileError)) throw error;
    if (error instanceof TooManyRejects) console.error(describeRejects(error.first, error.first.length));
    throw new BadDataError(`${escapeControls(error.message)}. Nothing was imported.`, { cause: error });
  }
  if (isImported) await runAsOwner(databaseUrl(), 'The data was imported, but the refresh did not finish.', refresh);
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

/** Returns whether the database has the data then. */
async function importInputs(client: Client, inputs: Input[], options: ImportOptions): Promise<boolean> {
  const progress = new ImportProgress(inputs);
  const display = showProgress(progress);
  const summary = await new Importer(client)
    .run(inputs, { ...options, log: display.log, progress })
    .catch(explainFailure)
    .finally(display.stop);
  const { rejected, committed } = summary;
  if (rejected > 0) console.error(describeRejects(summary.firstRejects, rejected));
  if (rejected > 0 && !options.skipInvalid) {
    const [are, them] = rejected === 1 ? ['is', 'it'] : ['are', 'them'];
    throw new BadDataError(
      `${countOf(rejected, 'record')} ${are} invalid, so nothing was imported. Correct ${them}, or import the others with --skip-invalid.`,
    );
  }
  console.log(describeImport(summary, options));
  if (rejected > 0) process.exitCode = someRejected;
  return committed;
}

async function refresh(client: Client): Promise<void> {
  const result = await refreshLeaderboard(client, undefined, undefined, true);
  for (const line of describeRefresh(result)) console.log(line);
}

function explainFailure(error: unknown): never {
  if (!(error instanceof Error) || error instanceof FileError) throw error;
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasons[code] ?? errorMessage(error).replace(/\.$/, '');
  throw new Error(`${reason}. Nothing was imported.`, { cause: error });
}
