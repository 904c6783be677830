import { Command } from 'commander';
import type { Client } from 'pg';
import { countOf } from '../format-count.js';
import { runAsOwner } from '../owner-client.js';
import { packSamples } from './pack-samples.js';
import { unpackAll } from './unpack-streams.js';

const details = `
The samples of a stream that ended more than a day ago, and whose newest one is older, become one row of the table
packed_samples, which takes a sixteenth of the space. All answers stay as they are. A past month, or day, of which all samples are
packed, is dropped, and the disk has its space back. Readers do not wait; imports wait for a second or two at a time. If the command
is interrupted, it has packed a part, and the next run packs the rest.

The refresh of the leaderboard packs, too, once an hour. An import that brings samples of a packed stream unpacks it, and a
later run packs it again.

Examples:
  npm run pack
  npm run pack -- --undo`;

export function packCommand(databaseUrl: () => string): Command {
  return new Command('pack')
    .summary('pack the viewer samples of ended streams')
    .description('Stores the viewer samples of ended streams in a sixteenth of the space.')
    .option('--undo', 'unpack all, as a release before this one needs it')
    .addHelpText('after', details)
    .action(({ undo }: { undo?: boolean }) =>
      runAsOwner(databaseUrl(), 'Run the command again to do the rest.', undo ? unpack : pack),
    );
}

async function pack(client: Client): Promise<void> {
  const { streams, samples, dropped } = await packSamples(client, { log: console.error });
  for (const name of dropped) console.log(`${name}: dropped, since all of its samples are packed.`);
  console.log(`Packed ${countOf(samples, 'viewer sample')} of ${countOf(streams, 'stream')}.`);
}

async function unpack(client: Client): Promise<void> {
  const streams = await unpackAll(client, console.error);
  console.log(`Unpacked the viewer samples of ${countOf(streams, 'stream')}.`);
}
