import { Command, InvalidArgumentError } from 'commander';
import type { Client } from 'pg';
import { countOf } from '../format-count.js';
import { runAsOwner } from '../owner-client.js';
import { refreshLeaderboard } from '../refresh/refresh-leaderboard.js';
import { listImports } from './list-imports.js';
import { undoImport } from './undo-import.js';

const usualLimit = 20;

const details = `
An import can be taken back while nothing later has changed the rows that it wrote, and nothing later belongs to them. Otherwise
the command says what does, and changes nothing: take that back first. Rows that the import changed are as before it.

Examples:
  npm run imports
  npm run imports -- --undo 12

Exit codes: 0 if it is done, 1 if the import cannot be taken back, 2 for bad usage, 3 if the database fails, 130 if it was interrupted.`;

export function importsCommand(databaseUrl: () => string): Command {
  return new Command('imports')
    .summary('list the imports, and take one back')
    .description(`Lists the newest ${usualLimit} imports, or takes one back.`)
    .option('--all', 'list all of them')
    .option('--undo <number>', 'take this import back', parseNumber)
    .addHelpText('after', details)
    .action(({ all, undo: id }: { all?: boolean; undo?: number }) =>
      id === undefined
        ? runAsOwner(databaseUrl(), 'Nothing was changed.', async (client) =>
            console.log(await listImports(client, all ? null : usualLimit)),
          )
        : runAsOwner(databaseUrl(), 'npm run imports shows whether the import is taken back.', (client) =>
            undo(client, id),
          ),
    );
}

async function undo(client: Client, id: number): Promise<void> {
  for (const { table, removed, restored } of await undoImport(client, id, console.error)) {
    console.log(`${table}: ${countOf(removed, 'row')} removed, ${countOf(restored, 'row')} as before.`);
  }
  const { entries } = await refreshLeaderboard(client);
  console.log(`Import ${id} is taken back. The leaderboard has ${countOf(entries, 'entry', 'entries')} now.`);
}

function parseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of an import, such as 12.');
}
