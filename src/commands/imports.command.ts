import { Command, Option } from 'commander';
import type { Client } from 'pg';
import { runAsOwner } from '../database/owner-client.js';
import { AlreadyUndone, undoImport } from '../ingest/records/undo-import.js';
import { discardImports } from '../jobs/import/discard-imports.js';
import { listImports } from '../jobs/import/list-imports.js';
import { refreshAfterChange } from '../jobs/refresh/refresh-after-change.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { formatQuantity } from '../logging/format-count.js';
import { durationParser, integerParser } from './command-line/option-parsers.js';

const usualLimit = 20;

const details = `
You can undo an import while no later change affects its rows or refers to them. Otherwise the command lists the later changes and
changes nothing: undo these first. Rows that the import changed get their previous values.

A collector imports each of its sweeps. These imports are listed for a day, only with --collected, and cannot be undone.

The list shows how many previous rows an import keeps for its undo. To free their space, discard them. The imported data stays.

Examples:
  npm run imports
  npm run imports -- --collected
  npm run imports -- --undo 12
  npm run imports -- --discard 12
  npm run imports -- --discard-older-than 30d

Exit codes: 0 if the command succeeded, 1 if the import cannot be undone or keeps nothing, 2 for invalid usage, 3 if the database
fails, 5 if the import is undone and the refresh of the leaderboard failed, 130 if it was interrupted.`;

interface Options {
  collected?: boolean;
  all?: boolean;
  undo?: number;
  discard?: number;
  discardOlderThan?: number;
}

export function importsCommand(run: CommandRun): Command {
  return new Command('imports')
    .summary('list the imports, or undo an import')
    .description(
      `Lists the newest ${usualLimit} imports of files, undoes an import, or discards what imports keep for an undo.`,
    )
    .option('--collected', 'list the sweeps of collectors instead of imports of files')
    .option('--all', `list more than the newest ${usualLimit}`)
    .addOption(
      new Option('--undo <number>', 'undo this import')
        .argParser(integerParser(1, 999_999_999))
        .conflicts(['all', 'collected']),
    )
    .addOption(
      new Option('--discard <number>', 'delete what this import keeps for an undo')
        .argParser(integerParser(1, 999_999_999))
        .conflicts(['all', 'collected', 'undo']),
    )
    .addOption(
      new Option('--discard-older-than <age>', 'delete what older imports keep, with an age such as 12h, 30d or 52w')
        .argParser(durationParser(['h', 'd', 'w'], '30d'))
        .conflicts(['all', 'collected', 'undo', 'discard']),
    )
    .addHelpText('after', details)
    .action(async (options: Options) => {
      const [words, action] = actionOf(run, options);
      const acting = runAsOwner(run, words, action);
      const { undo: id } = options;
      if (id === undefined) return acting;
      await acting.catch((error: unknown) => reportUndone(run, error));
      if (run.exitCode === 0) await refreshAfterChange(run, `Import ${id} is undone`);
    });
}

function actionOf(
  run: CommandRun,
  { collected = false, all, undo: id, discard, discardOlderThan }: Options,
): [string, (client: Client) => Promise<void>] {
  if (id !== undefined)
    return ['npm run imports shows whether the import is undone.', (client) => undo(run, client, id)];
  const before = discardOlderThan === undefined ? undefined : new Date(Date.now() - discardOlderThan);
  if (discard !== undefined || before)
    return ['npm run imports shows what is kept.', (client) => discardUndo(run, client, discard, before)];
  const limit = all ? null : usualLimit;
  return ['Nothing was changed.', async (client) => run.log(await listImports(client, collected, limit))];
}

async function discardUndo(run: CommandRun, client: Client, id?: number, before?: Date): Promise<void> {
  const { imports, rows } = await discardImports(client, { id, before }, run.error);
  run.log(
    `${formatQuantity(imports, 'import')} can no longer be undone. Deleted ${formatQuantity(rows, 'previous row')}.`,
  );
}

async function undo(run: CommandRun, client: Client, id: number): Promise<void> {
  for (const { table, removed, restored } of await undoImport(client, id, run.error)) {
    run.log(`${table}: ${formatQuantity(removed, 'row')} removed, ${formatQuantity(restored, 'row')} restored.`);
  }
  run.log(`Import ${id} is undone.`);
}

/** The undo may have ended before its refresh, so a repetition refreshes. */
function reportUndone(run: CommandRun, error: unknown): void {
  if (!(error instanceof AlreadyUndone)) throw error;
  run.log(error.message);
}
