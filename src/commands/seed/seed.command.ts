import { Command } from 'commander';
import { loadConfig, seedNow } from '../../config/environment.js';
import { withOwner } from '../owner-client.js';
import { loadSeed, removeSeed } from './load-seed.js';
import { listUrls } from '../urls-to-try.js';
import { seedPaths } from './seed-paths.js';

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
      if (remove) {
        await withOwner(databaseUrl(), (client) => removeSeed(client, now, console.log));
        return console.log('The seed is gone.');
      }
      await withOwner(databaseUrl(), (client) => loadSeed(client, now, console.log));
      console.log(`Seeded, as of ${now.toISOString()}.\n${listUrls(loadConfig(), seedPaths)}`);
    });
}
