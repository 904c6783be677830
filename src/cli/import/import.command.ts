import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import type { Client } from 'pg';
import { withOwner } from '../owner-client.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { FileError } from './file-error.js';
import { ImportInput } from './import-input.js';
import { findInputs, UsageError } from './import-inputs.js';
import { kindNames } from './import-kinds.js';
import { ImportProgress } from './import-progress.js';
import { describeImport, describeRejects, formatCount } from './import-report.js';
import { Importer, ImportOptions } from './importer.js';
import { freeRejectsPath } from './rejects-path.js';

interface CommandOptions {
  kind?: string;
  skipInvalid?: boolean;
  rejects?: string;
  dryRun?: boolean;
}

const exitCodes = { badData: 1, badUsage: 2, interrupted: 130 };

/** What to say where an error's own message helps nobody, by its code. */
const reasons: Readonly<Record<string, string>> = {
  '42P01': 'The database has no tables yet; npm run db:migrate makes them',
  EPIPE: 'The connection to the database broke',
  ECONNRESET: 'The connection to the database broke',
};

const examples = `
Kinds, in the order in which they are imported: ${kindNames.join(', ')}.
A file's name up to the first dot or hyphen is its kind, and it ends in .ndjson or .ndjson.gz.

Examples:
  npm run import -- ./dump                         a folder
  npm run import -- streams-2026-10.ndjson.gz      a file
  npm run import -- --dry-run ./dump               look at what would happen
  npm run import -- --skip-invalid ./dump          the good records; the others go to dump.rejects.ndjson
  npm run import -- dump.rejects.ndjson            the others again, once they are repaired
  zcat x.gz | npm run import -- - --kind streams   standard input

It ends with 0 if all went in, 1 if data is bad (then nothing went in), 2 for bad usage, 3 if the database fails.`;

export function importCommand(databaseUrl: () => string): Command {
  return new Command('import')
    .summary('import data from NDJSON files')
    .description(
      'Imports files, folders or standard input in one transaction: all of it or, where a record is bad, nothing. A record is the whole row; importing it again changes nothing.',
    )
    .argument('[paths...]', 'files, folders, or - for standard input')
    .addOption(new Option('--kind <kind>', 'what the files or standard input hold').choices(kindNames))
    .option('--skip-invalid', 'import the good records and write the others to a file')
    .option('--rejects <file>', 'that file; by default it is named after what is imported')
    .option('--dry-run', 'check and count everything, and change nothing')
    .addHelpText('after', examples)
    .action(async (paths: string[], options: CommandOptions, command: Command) => {
      try {
        process.exitCode = await importPaths(databaseUrl, paths, options);
      } catch (error) {
        if (error instanceof UsageError) command.error(error.message, { exitCode: exitCodes.badUsage });
        if (!(error instanceof FileError)) throw error;
        console.error(`${error.message}. Nothing was imported.`);
        process.exitCode = exitCodes.badData;
      }
    });
}

async function importPaths(databaseUrl: () => string, paths: string[], options: CommandOptions): Promise<number> {
  const { inputs, ignored } = await findInputs(paths, options.kind);
  if (options.rejects && !options.skipInvalid) throw new UsageError('--rejects goes with --skip-invalid.');
  const rejectsPath = options.skipInvalid ? chooseRejectsPath(paths[0] ?? '', options) : undefined;
  for (const file of ignored) console.error(`Ignored ${file}.`);
  return withOwner(databaseUrl(), (client) =>
    interruptible(client, () => importInputs(client, inputs, { ...options, rejectsPath })),
  );
}

async function importInputs(client: Client, inputs: ImportInput[], options: ImportOptions): Promise<number> {
  const progress = new ImportProgress(console.error);
  const summary = await new Importer(client)
    .run(inputs, {
      ...options,
      log: console.error,
      onRead: (input, bytes, records) => progress.read(input, bytes, records),
    })
    .catch(explainFailure);
  if (summary.rejected > 0) console.error(describeRejects(summary));
  if (summary.rejected > 0 && !options.skipInvalid) {
    console.error(
      `${formatCount(summary.rejected)} records are bad, so nothing was imported. Repair them, or import the others with --skip-invalid.`,
    );
    return exitCodes.badData;
  }
  console.log(describeImport(summary, options.dryRun ?? false));
  if (!summary.committed) return 0;
  const { entries, seconds } = await refreshLeaderboard(client);
  console.log(`The leaderboard has ${formatCount(entries)} entries now (${seconds.toFixed(1)} s).`);
  return 0;
}

function explainFailure(error: unknown): never {
  if (!(error instanceof Error) || error instanceof FileError) throw error;
  const reason = 'code' in error ? reasons[String(error.code)] : undefined;
  throw new Error(`${reason ?? error.message}. Nothing was imported.`, { cause: error });
}

/** Ends the connection when the process is told to stop: the server then rolls back what was not committed. */
async function interruptible(client: Client, action: () => Promise<number>): Promise<number> {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    void client.end();
  };
  // A connection that breaks between two queries shows in the next one.
  client.on('error', () => {});
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await action();
  } catch (error) {
    if (!isStopped) throw error;
    console.error('Interrupted.');
    return exitCodes.interrupted;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function chooseRejectsPath(firstPath: string, { rejects, kind }: CommandOptions): string {
  if (rejects === undefined) return freeRejectsPath(firstPath, kind);
  if (existsSync(rejects)) throw new UsageError(`--rejects: ${rejects} is there already; name another file.`);
  if (existsSync(path.dirname(rejects))) return rejects;
  throw new UsageError(`--rejects: there is no folder ${path.dirname(rejects)}.`);
}
