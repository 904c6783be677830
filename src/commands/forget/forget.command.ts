import { Command } from 'commander';
import { countOf } from '../format-count.js';
import { runAsOwner } from '../owner-client.js';
import { forgetStreamer } from './forget-streamer.js';

const details = `
It removes the channel, its streams, viewer samples, follower points, message statistics and panels, the events that it owns, the
collaboration sessions that nobody else takes part in, and its entry of the leaderboard. Other events and sessions go on without
its streams. The ids stay, so that an import leaves out what belongs to them. Backups and files are not touched.

Examples:
  npm run forget -- --streamer nora_builds
  npm run forget -- --streamer 141981764

Exit codes: 0 if the streamer is gone, 1 if there is none, 2 for bad usage, 3 if the database fails, 130 if it was interrupted.`;

export function forgetCommand(databaseUrl: () => string): Command {
  return new Command('forget')
    .summary('remove a streamer for good')
    .description('Removes a streamer with all that is theirs, and keeps imports from bringing them back.')
    .requiredOption('--streamer <name>', 'login or channel id')
    .addHelpText('after', details)
    .action(({ streamer }: { streamer: string }) =>
      runAsOwner(databaseUrl(), 'Nothing was changed.', async (client) => {
        const { id, removed } = await forgetStreamer(client, streamer, console.error);
        for (const { table, rows } of removed) console.log(`${table}: ${countOf(rows, 'row')} removed.`);
        console.log(`The streamer ${id} is forgotten. The leaderboard was refreshed.`);
      }),
    );
}
