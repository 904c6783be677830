import { Command } from 'commander';
import { CommandRun } from '../lifecycle/command-run.js';
import { formatQuantity } from '../logging/format-count.js';
import { runAsOwner } from '../database/owner-client.js';
import { forgetStreamer } from '../jobs/forget/forget-streamer.js';

const details = `
It removes the channel, its streams, viewer samples, follower points, message statistics and panels, the events that it owns, its
collaboration sessions without other participants, and its leaderboard entry. Other events and sessions stay, without its streams.
The database keeps the IDs, so that imports skip the records of the channel. Backups and exported files do not change.

Examples:
  npm run forget -- --streamer nora_builds
  npm run forget -- --streamer 141981764

Exit codes: 0 if the streamer was removed, 1 if the streamer does not exist, 2 for invalid usage, 3 if the database fails, 130 if it was interrupted.`;

export function forgetCommand(run: CommandRun): Command {
  return new Command('forget')
    .summary('remove a streamer permanently')
    .description('Removes a streamer with all data of the streamer, and makes imports skip this streamer.')
    .requiredOption('--streamer <name>', 'login or channel ID')
    .addHelpText('after', details)
    .action(({ streamer }: { streamer: string }) =>
      runAsOwner(run, 'Nothing was changed.', async (client) => {
        const { id, removed } = await forgetStreamer(client, streamer, run.error);
        for (const { table, rows } of removed) run.log(`${table}: ${formatQuantity(rows, 'row')} removed.`);
        run.log(`Streamer ${id} is forgotten. The leaderboard was refreshed.`);
      }),
    );
}
