import { Command } from 'commander';
import type { Client } from 'pg';
import { runAsOwner } from '../database/owner-client.js';
import { planPrune, pruneSamples, PruneStep, sizeOfDatabase } from '../jobs/prune/prune-samples.js';
import { whileImportsWait } from '../jobs/without-imports.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';
import { formatQuantity } from '../logging/format-count.js';
import { durationParser } from './command-line/option-parsers.js';

const details = `
It drops whole months of old samples, which frees disk space. In the month that contains the limit, it deletes the older samples.
The figures of streams do not change. Readers wait at most 20 milliseconds at a time, imports until the command ends. If the
command is interrupted, the next run removes the rest.

Examples:
  npm run prune -- --older-than 400d
  npm run prune -- --older-than 52w --dry-run`;

export function pruneCommand(databaseUrl: () => string): Command {
  return new Command('prune')
    .summary('remove old viewer samples')
    .description('Removes viewer samples that are older than an age. Other data stays.')
    .requiredOption(
      '--older-than <age>',
      'age in hours, days or weeks, such as 12h, 400d or 52w',
      durationParser(['h', 'd', 'w'], '400d'),
    )
    .option('--dry-run', 'show which samples would be removed, without removing them')
    .addHelpText('after', details)
    .action(({ olderThan, dryRun }: { olderThan: number; dryRun?: boolean }) => {
      const cutoff = new Date(Date.now() - olderThan);
      return dryRun ? plan(databaseUrl(), cutoff) : prune(databaseUrl(), cutoff);
    });
}

async function plan(databaseUrl: string, cutoff: Date): Promise<void> {
  await runAsOwner(databaseUrl, 'Nothing was changed.', async (client) => {
    const steps = await planPrune(client, cutoff);
    for (const { partition, done, rows } of steps) {
      console.log(`${partition}: ${formatQuantity(rows, 'sample')} would be ${done}.`);
    }
    const rows = steps.reduce((sum, step) => sum + step.rows, 0);
    console.log(
      `Dry run: ${formatQuantity(rows, 'viewer sample')} from before ${cutoff.toISOString()} would be removed.`,
    );
  });
}

async function prune(databaseUrl: string, cutoff: Date): Promise<void> {
  const onStep = ({ partition, done, rows }: PruneStep) =>
    console.log(`${partition}: ${formatQuantity(rows, 'sample')} ${done}.`);
  const action = async (client: Client) => {
    const before = await sizeOfDatabase(client);
    const removed = await pruneSamples(client, cutoff, onStep);
    console.log(`Removed ${formatQuantity(removed, 'viewer sample')} from before ${cutoff.toISOString()}.`);
    console.log(`Size of the database: ${before} before, ${await sizeOfDatabase(client)} after.`);
  };
  await untilInterrupted('Run prune again to remove the rest.', (signal) =>
    whileImportsWait(databaseUrl, action, { signal, log: console.error }),
  );
}
