import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { durationParser } from '../duration.js';
import { idCell } from './cells.js';
import { dateCell } from './date-cell.js';
import { FieldError } from './field-error.js';
import { FileError } from './file-error.js';
import { formats } from './file-inputs.js';
import { HelixSource } from './helix/helix-source.js';
import { findInputs } from './import-inputs.js';
import { findKind, kindNames } from './import-kinds.js';
import { InputSource } from './input-source.js';
import { RecordSource } from './record-source.js';
import { freeRejectsPath } from './rejects-path.js';
import { runImport } from './run-import.js';
import { UsageError } from './usage-error.js';

interface CommandOptions {
  kind?: string;
  format?: keyof typeof formats;
  from?: 'helix';
  at?: Date;
  endedAfter?: number;
  broadcasterId?: string;
  skipInvalid?: boolean;
  rejects?: string;
  dryRun?: boolean;
}

const exitCodes = { badData: 1, badUsage: 2 };

const details = `
Kinds, in the order in which they are imported: ${kindNames.join(', ')}.
A file's name up to the first dot or hyphen is its kind. It ends in .ndjson or .csv, and then in .gz or .zst if it is packed.

Examples:
  npm run import -- ./dump                         a folder
  npm run import -- streams-2026-10.csv.gz         a file
  npm run import -- --dry-run ./dump               look at what would happen
  npm run import -- --skip-invalid ./dump          the good records; the others go to dump.rejects.ndjson
  npm run import -- dump.rejects.ndjson            the others again, once they are repaired
  zcat x.gz | npm run import -- - --kind streams   standard input
  npm run import -- - --kind panels --format csv < panels.txt

Pages of Twitch Helix, as GET /helix/streams, /helix/users and /helix/channels/followers answer them:
  npm run import -- --from helix page.json --at 2026-11-21T08:30:00Z
  npm run import -- --from helix ./capture --ended-after 30m
  npm run import -- --from helix followers.json --broadcaster-id 141981764

It ends with 0 if all went in, 1 if data is bad (then nothing went in), 2 for bad usage, 3 if the database fails.`;

export function importCommand(databaseUrl: () => string): Command {
  return new Command('import')
    .summary('import data from NDJSON, CSV or pages of Twitch Helix')
    .description(
      'Imports files, folders or standard input in one transaction: all of it or, where a record is bad, nothing. Importing the same again changes nothing.',
    )
    .argument('[paths...]', 'files, folders, or - for standard input')
    .addOption(new Option('--kind <kind>', 'what the files or standard input hold').choices(kindNames))
    .addOption(new Option('--format <format>', 'how they are written, whatever their names say').choices(formatNames))
    .addOption(
      new Option('--from <source>', 'read raw JSON of Twitch Helix').choices(['helix']).conflicts(recordOptions),
    )
    .option('--at <time>', 'when its pages were observed (default: the time of the file)', parseTime)
    .option(
      '--ended-after <duration>',
      'how long a stream is not on any page before it counts as ended (default: 10m)',
      durationParser(['s', 'm', 'h', 'd'], '10m'),
    )
    .option('--broadcaster-id <id>', 'whose followers its pages count', parseId)
    .option('--skip-invalid', 'import the good records and write the others to a file')
    .option('--rejects <file>', 'that file; by default it is named after what is imported')
    .option('--dry-run', 'check and count everything, and change nothing')
    .addHelpText('after', details)
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

const formatNames = Object.keys(formats);
const recordOptions = ['kind', 'format'];

async function importPaths(databaseUrl: () => string, paths: string[], options: CommandOptions): Promise<number> {
  const { inputs, ignored } = await findInputs(paths, sourceOf(options));
  if (options.rejects && !options.skipInvalid) throw new UsageError('--rejects goes with --skip-invalid.');
  const rejectsPath = options.skipInvalid ? chooseRejectsPath(paths[0] ?? '', options) : undefined;
  for (const file of ignored) console.error(`Ignored ${file}.`);
  const { skipInvalid, dryRun, endedAfter } = options;
  return runImport(databaseUrl(), inputs, { skipInvalid, dryRun, rejectsPath, endedAfterMs: endedAfter });
}

function sourceOf({ from, kind, format, at, endedAfter, broadcasterId }: CommandOptions): InputSource {
  if (from === 'helix') return new HelixSource({ at, broadcasterId });
  for (const [name, value] of Object.entries({
    '--at': at,
    '--ended-after': endedAfter,
    '--broadcaster-id': broadcasterId,
  })) {
    if (value !== undefined) throw new UsageError(`${name} goes with --from helix.`);
  }
  return new RecordSource(kind === undefined ? undefined : findKind(kind), format && formats[format]);
}

function parseId(text: string): string {
  return checked(() => idCell(text, '--broadcaster-id'));
}

function parseTime(text: string): Date {
  return new Date(checked(() => dateCell(text, '--at')));
}

function checked(read: () => string): string {
  try {
    return read();
  } catch (error) {
    throw error instanceof FieldError ? new InvalidArgumentError(`${error.message}.`) : error;
  }
}

function chooseRejectsPath(firstPath: string, { rejects, kind, from }: CommandOptions): string {
  if (rejects === undefined) return freeRejectsPath(firstPath, kind ?? from);
  if (existsSync(rejects)) throw new UsageError(`--rejects: ${rejects} is there already; name another file.`);
  if (existsSync(path.dirname(rejects))) return rejects;
  throw new UsageError(`--rejects: there is no folder ${path.dirname(rejects)}.`);
}
