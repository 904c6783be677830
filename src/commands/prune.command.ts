import { Command, Option } from 'commander';
import type { Client } from 'pg';
import { runAsOwner } from '../database/owner-client.js';
import { pruneNewer } from '../jobs/prune/prune-newer.js';
import { planPrune, pruneSamples, PruneStep, sizeOfDatabase } from '../jobs/prune/prune-samples.js';
import { refreshAfterChange } from '../jobs/refresh/refresh-after-change.js';
import { whileImportsWait } from '../jobs/without-imports.js';
import { UsageError } from '../ingest/errors.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';
import { formatQuantity } from '../logging/format-count.js';
import { durationParser, timeParser } from './command-line/option-parsers.js';

const details = `
--older-than drops whole months of old samples, which frees disk space. In the month that contains the limit, it deletes the older samples.
The figures of streams do not change. Readers wait at most 20 milliseconds at a time, imports until the command ends. If the
command is interrupted, the next run removes the rest.

--newer-than undoes sweeps with a wrong time, after the clock of a collector was wrong: in one transaction, it removes the viewer
samples, changes and follower points of observed streams and streamers, and the streams and streamers that were only observed
after the time. It computes the other streams again as if nothing had been observed after it. Stop the collector before.

Examples:
  npm run prune -- --older-than 400d
  npm run prune -- --older-than 52w --dry-run
  npm run prune -- --newer-than 2026-11-22T07:00:00Z

Exit codes: 0 if the command succeeded, 2 for invalid usage, 3 if the database fails, 5 if observations are removed and the
refresh of the leaderboard failed, 130 if it was interrupted.`;

export function pruneCommand(run: CommandRun): Command {
  return new Command('prune')
    .summary('remove old viewer samples, or observations with a wrong time')
    .description('Removes viewer samples that are older than an age, or everything that was observed after a time.')
    .addOption(
      new Option('--older-than <age>', 'age in hours, days or weeks, such as 12h, 400d or 52w').argParser(
        durationParser(['h', 'd', 'w'], '400d'),
      ),
    )
    .addOption(
      new Option('--newer-than <time>', 'time with a zone, such as 2026-11-22T07:00:00Z')
        .argParser(timeParser)
        .conflicts('olderThan'),
    )
    .option('--dry-run', 'show what would be removed, without removing it')
    .addHelpText('after', details)
    .action(({ olderThan, newerThan, dryRun = false }: Options) => {
      if (newerThan) return pruneObservations(run, newerThan, dryRun);
      if (olderThan === undefined) throw new UsageError('Set --older-than or --newer-than.');
      const cutoff = new Date(Date.now() - olderThan);
      return dryRun ? plan(run, cutoff) : prune(run, cutoff);
    });
}

interface Options {
  olderThan?: number;
  newerThan?: Date;
  dryRun?: boolean;
}

async function pruneObservations(run: CommandRun, after: Date, dryRun: boolean): Promise<void> {
  const done = dryRun ? 'would be removed' : 'removed';
  await runAsOwner(run, 'Nothing was changed.', async (client) => {
    const removed = await pruneNewer(client, after, { dryRun, log: run.error });
    for (const { table, rows } of removed) run.log(`${table}: ${formatQuantity(rows, 'row')} ${done}.`);
    if (removed.length === 0) run.log(`Found no observations after ${after.toISOString()}.`);
    if (dryRun) run.log('Dry run: nothing was changed.');
  });
  if (!dryRun) await refreshAfterChange(run, 'The observations were removed');
}

async function plan(run: CommandRun, cutoff: Date): Promise<void> {
  await runAsOwner(run, 'Nothing was changed.', async (client) => {
    const steps = await planPrune(client, cutoff);
    for (const { partition, done, rows } of steps) {
      run.log(`${partition}: ${formatQuantity(rows, 'sample')} would be ${done}.`);
    }
    const rows = steps.reduce((sum, step) => sum + step.rows, 0);
    run.log(`Dry run: ${formatQuantity(rows, 'viewer sample')} from before ${cutoff.toISOString()} would be removed.`);
  });
}

async function prune(run: CommandRun, cutoff: Date): Promise<void> {
  const onStep = ({ partition, done, rows }: PruneStep) =>
    run.log(`${partition}: ${formatQuantity(rows, 'sample')} ${done}.`);
  const action = async (client: Client) => {
    const before = await sizeOfDatabase(client);
    const removed = await pruneSamples(client, cutoff, onStep);
    run.log(`Removed ${formatQuantity(removed, 'viewer sample')} from before ${cutoff.toISOString()}.`);
    run.log(`Size of the database: ${before} before, ${await sizeOfDatabase(client)} after.`);
  };
  await untilInterrupted(run, 'Run prune again to remove the rest.', (signal) =>
    whileImportsWait(run.databaseUrl, action, { signal, log: run.error }),
  );
}
