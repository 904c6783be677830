import type { Client } from 'pg';
import { errorMessage } from '../../logging/error-message.js';
import { withOwner } from '../../database/owner-client.js';
import { countOf } from '../../logging/format-count.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { describeRefresh } from '../refresh/refresh-result.js';
import { interrupted, untilStopped } from '../../lifecycle/until-stopped.js';
import { FileError } from '../../ingest/errors.js';
import { Importer, ImportOptions } from '../../ingest/ingest.js';
import { Input } from '../../ingest/sources/input.js';
import { ImportProgress, showProgress } from '../../ingest/progress.js';
import { describeImport, describeRejects } from './report.js';

const badData = 1;

const someRejected = 4;

/** Messages by error code that replace unhelpful messages of errors. */
const reasons: Readonly<Record<string, string>> = {
  '57P01': 'The database was stopped',
  EPIPE: 'The connection to the database was lost',
  ECONNRESET: 'The connection to the database was lost',
};

/** Imports inputs, refreshes the leaderboard, prints reports, and returns the exit code of the process. */
export async function runImport(databaseUrl: string, inputs: Input[], options: ImportOptions): Promise<number> {
  let exitCode = interrupted;
  let isImported = false;
  const closeInputs = () => inputs.forEach((input) => input.close?.());
  const importAndRefresh = async (client: Client) => {
    const code = await importInputs(client, inputs, options);
    isImported = code !== badData && !options.dryRun;
    if (isImported) await refresh(client);
    return code;
  };
  await untilStopped(async (signal) => {
    signal.addEventListener('abort', closeInputs, { once: true });
    try {
      exitCode = await withOwner(databaseUrl, importAndRefresh, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      const what = isImported ? 'The data was imported, but the refresh did not finish.' : 'Nothing was imported.';
      console.error(`Interrupted. ${what}`);
    } finally {
      closeInputs();
    }
  }, interrupted);
  return exitCode;
}

async function importInputs(client: Client, inputs: Input[], options: ImportOptions): Promise<number> {
  const progress = new ImportProgress(inputs);
  const display = showProgress(progress);
  const summary = await new Importer(client)
    .run(inputs, { ...options, log: display.log, progress })
    .catch(explainFailure)
    .finally(() => display.stop());
  const { rejected } = summary;
  if (rejected > 0) console.error(describeRejects(summary.firstRejects, rejected));
  if (rejected > 0 && !options.skipInvalid) {
    const [are, them] = rejected === 1 ? ['is', 'it'] : ['are', 'them'];
    console.error(
      `${countOf(rejected, 'record')} ${are} invalid, so nothing was imported. Correct ${them}, or import the others with --skip-invalid.`,
    );
    return badData;
  }
  console.log(describeImport(summary, options));
  return rejected > 0 ? someRejected : 0;
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
