import { Command } from 'commander';
import { withOwner } from '../owner-client.js';
import { refreshLeaderboard } from './refresh-leaderboard.js';

export function refreshCommand(databaseUrl: () => string): Command {
  return new Command('refresh')
    .summary('build the leaderboard anew')
    .description('Builds the board of the last thirty days. Readers see the old one until it is complete.')
    .action(async () => {
      const { entries, seconds } = await withOwner(databaseUrl(), (client) => refreshLeaderboard(client));
      console.log(`The leaderboard has ${entries} entries now (${seconds.toFixed(1)} s).`);
    });
}
