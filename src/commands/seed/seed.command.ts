import { Command } from 'commander';
import { loadConfig, seedNow } from '../../config/environment.js';
import { runAsOwner } from '../owner-client.js';
import { loadSeed, removeSeed } from './load-seed.js';
import { listUrls } from '../urls-to-try.js';
import { seedPaths } from './seed-examples.js';

export function seedCommand(databaseUrl: () => string): Command {
  return new Command('seed')
    .summary('put the data for trying and testing into the database')
    .description(
      'Puts a few hundred made-up streamers into the database, their dates relative to now or to SEED_NOW. Running it again moves the dates. Other data stays.',
    )
    .option('--remove', 'take the seed out of the database again')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run db:seed\n  SEED_NOW=2026-10-01T12:00:00Z npm run db:seed\n  npm run db:seed -- --remove',
    )
    .action(async ({ remove }: { remove?: boolean }) => {
      const now = seedNow();
      const change = remove ? removeSeed : loadSeed;
      await runAsOwner(databaseUrl(), 'Nothing was changed.', async (client) => {
        await change(client, now, console.log);
        if (remove) console.log('The seed is gone.');
        else console.log(`Seeded, as of ${now.toISOString()}.\n${listUrls(loadConfig(), seedPaths)}`);
      });
    });
}
