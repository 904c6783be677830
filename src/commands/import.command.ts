import { Command, InvalidArgumentError, Option } from 'commander';
import { FieldError, UsageError } from '../ingest/errors.js';
import { ImportOptions } from '../ingest/ingest.js';
import { CellReader, date, id } from '../ingest/kinds/column-types.js';
import { findKind, kindNames } from '../ingest/kinds/kinds.js';
import { formats, InputOptions } from '../ingest/sources/files.js';
import { importFiles } from '../jobs/import/import-files.js';
import { describeImport, describeRejects } from '../jobs/import/report.js';
import { refreshAfterChange } from '../jobs/refresh/refresh-after-change.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';
import { durationParser, integerParser } from './command-line/option-parsers.js';

/** The exit code after an import of only the valid records. */
const someRejected = 4;

interface CommandOptions extends Pick<ImportOptions, 'skipInvalid' | 'maxRejects' | 'dryRun'> {
  kind?: string;
  format?: keyof typeof formats;
  from?: 'helix';
  at?: Date;
  endedAfter?: number;
  broadcasterId?: string;
  rejects?: string;
  undo: boolean;
}

const details = `
Kinds, in the order of the import: ${kindNames.join(', ')}.
The name of a file, up to the first dot or hyphen, is its kind. The name ends in .ndjson or .csv, followed by .gz or .zst if the file is compressed.

Examples:
  npm run import -- ./dump                         a folder
  npm run import -- streams-2026-10.csv.gz         a file
  npm run import -- --dry-run ./dump               check everything, change nothing
  npm run import -- --skip-invalid ./dump          import valid records; write invalid ones to dump.rejects.ndjson
  npm run import -- dump.rejects.ndjson            import these records after you corrected them
  zcat x.gz | npm run import -- - --kind streams   standard input
  npm run import -- - --kind panels --format csv < panels.txt

Pages of Twitch Helix, as returned by GET /helix/streams, /helix/users and /helix/channels/followers:
  npm run import -- --from helix page.json --at 2026-11-21T08:30:00Z
  npm run import -- --from helix ./capture --ended-after 30m
  npm run import -- --from helix followers.json --broadcaster-id 141981764

Exit codes: 0 if everything was imported; if nothing was imported, 1 if data is invalid, 2 for invalid usage, 3 if the database
fails; 4 if --skip-invalid imported the valid records and rejected others, 5 if the data was imported and the refresh of the
leaderboard failed, 130 if it was interrupted.`;

export function importCommand(run: CommandRun): Command {
  return new Command('import')
    .summary('import data from NDJSON, CSV or pages of Twitch Helix')
    .description(
      'Imports files, folders or standard input in one transaction. If a record is invalid, nothing is imported. Importing the same files again changes nothing.',
    )
    .argument('[paths...]', 'files, folders, or - for standard input')
    .addOption(new Option('--kind <kind>', 'the kind of records in the files or in standard input').choices(kindNames))
    .addOption(
      new Option('--format <format>', 'the format of the files or of standard input; overrides the file names').choices(
        Object.keys(formats),
      ),
    )
    .addOption(
      new Option('--from <source>', 'read raw JSON of Twitch Helix').choices(['helix']).conflicts(['kind', 'format']),
    )
    .option(
      '--at <time>',
      'when the pages were observed (default: the time in the file name, otherwise the modification time)',
      (text) => new Date(cellParser(date.cell, '--at')(text)),
    )
    .option(
      '--ended-after <duration>',
      'time after which a stream that is missing from the pages is treated as ended (default: 10m)',
      durationParser(['s', 'm', 'h', 'd'], '10m'),
    )
    .option(
      '--broadcaster-id <id>',
      'ID of the channel that the follower counts belong to',
      cellParser(id.cell, '--broadcaster-id'),
    )
    .option('--skip-invalid', 'import the valid records and write the others to a file')
    .option('--rejects <file>', 'the file for rejected records; the default name is based on the input')
    .option(
      '--max-rejects <count>',
      'stop after more invalid records than this (default: 100000)',
      integerParser(0, 999_999_999_999_999),
    )
    .option('--no-undo', 'do not store the data for an undo: faster if many rows change')
    .option('--dry-run', 'check and count all records without changing anything')
    .addHelpText('after', details)
    .action(async (paths: string[], options: CommandOptions) => {
      let isImported = false;
      await untilInterrupted(run, 'Nothing was imported.', async () => {
        isImported = await importAndReport(run, paths, options);
      });
      if (isImported) await refreshAfterChange(run, 'The data was imported', true);
    });
}

/** Returns whether the database has the data then. */
async function importAndReport(run: CommandRun, paths: string[], options: CommandOptions): Promise<boolean> {
  const { error: log, surroundings, databaseUrl, signal } = run;
  const { stderr } = surroundings;
  const { skipInvalid, rejects, maxRejects, dryRun, endedAfter, undo: canUndo } = options;
  const unobserved = { rule: 'overdue', endedAfterMs: endedAfter } as const;
  const importOptions = { skipInvalid, rejectsPath: rejects, maxRejects, dryRun, unobserved, canUndo, log, stderr };
  const from: InputOptions = { ...inputOptions(options), stdin: () => surroundings.stdin };
  const summary = await importFiles(databaseUrl, paths, from, importOptions, signal);
  if (summary.rejected > 0) {
    log(describeRejects(summary.firstRejects, summary.rejected));
    run.exitCode = someRejected;
  }
  run.log(describeImport(summary, { dryRun, pageTimes: from.helix?.times }));
  return summary.committed;
}

function inputOptions({ from, kind, format, at, endedAfter, broadcasterId }: CommandOptions): InputOptions {
  if (from === 'helix') return { helix: { at, broadcasterId, times: [] } };
  const helixOptions = { '--at': at, '--ended-after': endedAfter, '--broadcaster-id': broadcasterId };
  for (const [name, value] of Object.entries(helixOptions)) {
    if (value !== undefined) throw new UsageError(`${name} requires --from helix.`);
  }
  return { kind: kind === undefined ? undefined : findKind(kind), format: format && formats[format] };
}

/** Makes a parser for the text of an option, which rejects the text with the cell's reason. */
function cellParser(cell: CellReader, option: string): (text: string) => string {
  return (text) => {
    try {
      return cell(text, option);
    } catch (error) {
      throw error instanceof FieldError ? new InvalidArgumentError(`${error.message}.`) : error;
    }
  };
}
