import { Command } from 'commander';
import type { Client } from 'pg';
import { CommandRun } from '../lifecycle/command-run.js';
import { formatQuantity } from '../logging/format-count.js';
import { runAsOwner } from '../database/owner-client.js';
import { describePacked, packSamples, unpackAll } from '../jobs/pack/pack-samples.js';

const details = `
It packs the samples of each stream that ended more than a day ago, and whose newest sample is older than a day, into one row of
the table packed_samples. API responses do not change. If all samples of a past month or day are packed, its partition is dropped,
which frees disk space. Readers wait at most 20 milliseconds at a time, imports two seconds at a time. If the command is
interrupted, the next run packs the rest.

The refresh of the leaderboard also packs samples once an hour. An import of samples of a packed stream unpacks the stream, and a
later run packs it again.

Examples:
  npm run pack
  npm run pack -- --undo`;

export function packCommand(run: CommandRun): Command {
  return new Command('pack')
    .summary('pack the viewer samples of ended streams')
    .description('Packs the viewer samples of ended streams, which then take a sixteenth of the space.')
    .option('--undo', 'unpack all samples, before a downgrade to an earlier release')
    .addHelpText('after', details)
    .action(({ undo }: { undo?: boolean }) =>
      runAsOwner(run, 'Run the command again to finish.', (client) => (undo ? unpack(run, client) : pack(run, client))),
    );
}

async function pack(run: CommandRun, client: Client): Promise<void> {
  for (const line of describePacked(await packSamples(client, { log: run.error }))) run.log(line);
}

async function unpack(run: CommandRun, client: Client): Promise<void> {
  const streams = await unpackAll(client, run.error);
  run.log(`Unpacked the viewer samples of ${formatQuantity(streams, 'stream')}.`);
}
