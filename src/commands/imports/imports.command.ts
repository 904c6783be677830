import { Command, InvalidArgumentError } from 'commander';
import type { Client } from 'pg';
import { countOf } from '../../logging/format-count.js';
import { runAsOwner } from '../owner-client.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { listImports } from './list-imports.js';
import { undoImport } from '../../ingest/records/undo-import.js';

const usualLimit = 20;

const details = `
You can undo an import while no later change affects its rows or refers to them. Otherwise the command lists the later changes and
changes nothing: undo these first. Rows that the import changed get their previous values.

Examples:
  npm run imports
  npm run imports -- --undo 12

Exit codes: 0 if the command succeeded, 1 if the import cannot be undone, 2 for invalid usage, 3 if the database fails, 130 if it was interrupted.`;

export function importsCommand(databaseUrl: () => string): Command {
  return new Command('imports')
    .summary('list the imports, or undo an import')
    .description(`Lists the newest ${usualLimit} imports, or undoes an import.`)
    .option('--all', 'list all imports')
    .option('--undo <number>', 'undo this import', parseNumber)
    .addHelpText('after', details)
    .action(({ all, undo: id }: { all?: boolean; undo?: number }) =>
      id === undefined
        ? runAsOwner(databaseUrl(), 'Nothing was changed.', async (client) =>
            console.log(await listImports(client, all ? null : usualLimit)),
          )
        : runAsOwner(databaseUrl(), 'npm run imports shows whether the import is undone.', (client) =>
            undo(client, id),
          ),
    );
}

async function undo(client: Client, id: number): Promise<void> {
  for (const { table, removed, restored } of await undoImport(client, id, console.error)) {
    console.log(`${table}: ${countOf(removed, 'row')} removed, ${countOf(restored, 'row')} restored.`);
  }
  const { entries } = await refreshLeaderboard(client);
  console.log(`Import ${id} is undone. The leaderboard now has ${countOf(entries, 'entry', 'entries')}.`);
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of an import, such as 12.');
}
