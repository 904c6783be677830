import { Command, Option } from 'commander';
import type { Client } from 'pg';
import { withCancellableOwner } from '../cancellable-owner.js';
import { durationParser } from '../duration.js';
import { lockImports } from '../import/import-lock.js';
import { formatCount } from '../import/import-report.js';
import { withOwner } from '../owner-client.js';
import { interrupted, untilStopped } from '../until-stopped.js';
import { planPrune, pruneSamples, PruneStep } from './prune-samples.js';

const details = `
Whole months are dropped, of the month in which the age ends the older samples are deleted. The figures of streams stay.
Readers never wait for it; imports wait until it is done. Told to stop, or killed, it has removed a part, and the next
run goes on from there. Until then the status may count samples that are gone.

Examples:
  npm run prune -- --older-than 400d
  npm run prune -- --older-than 52w --dry-run`;

export function pruneCommand(databaseUrl: () => string): Command {
  return new Command('prune')
    .summary('remove old viewer samples')
    .description('Removes viewer samples that are older than an age, and nothing else.')
    .addOption(
      new Option('--older-than <age>', 'age in hours, days or weeks, such as 12h, 400d or 52w')
        .argParser(durationParser(['h', 'd', 'w'], '400d'))
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .addHelpText('after', details)
    .action(({ olderThan, dryRun }: { olderThan: number; dryRun?: boolean }) => {
      const cutoff = new Date(Date.now() - olderThan);
      return dryRun ? plan(databaseUrl(), cutoff) : prune(databaseUrl(), cutoff);
    });
}

async function plan(databaseUrl: string, cutoff: Date): Promise<void> {
  const steps = await withOwner(databaseUrl, (client) => planPrune(client, cutoff));
  for (const { partition, done, rows } of steps) {
    console.log(`${partition}: ${formatCount(rows)} samples would be ${done}.`);
  }
  const rows = steps.reduce((sum, step) => sum + step.rows, 0);
  console.log(`A dry run: ${formatCount(rows)} viewer samples from before ${cutoff.toISOString()} would be removed.`);
}

async function prune(databaseUrl: string, cutoff: Date): Promise<void> {
  const onStep = ({ partition, done, rows }: PruneStep) =>
    console.log(`${partition}: ${formatCount(rows)} samples ${done}.`);
  await untilStopped(async (signal) => {
    try {
      const removed = await withCancellableOwner(databaseUrl, signal, (client) =>
        withoutImports(databaseUrl, () => pruneSamples(client, cutoff, { onStep, log: console.error })),
      );
      console.log(`Removed ${formatCount(removed)} viewer samples from before ${cutoff.toISOString()}.`);
    } catch (error) {
      if (!signal.aborted) throw error;
      console.error('Interrupted. Run it again: it goes on from here.');
      process.exitCode = interrupted;
    }
  }, interrupted);
}

/** Their lock lasts for a transaction, and DETACH CONCURRENTLY runs in none: another connection holds it. */
async function withoutImports<Result>(databaseUrl: string, action: () => Promise<Result>): Promise<Result> {
  return withOwner(databaseUrl, async (keeper: Client) => {
    keeper.on('error', () => {});
    await keeper.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    await lockImports(keeper, console.error);
    return action();
  });
}
