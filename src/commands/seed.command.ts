import { Command } from 'commander';
import { seedNow } from '../config/environment.js';
import { runAsOwner } from '../database/owner-client.js';
import { loadSeed, removeSeed } from '../jobs/seed/load-seed.js';
import { listUrls } from '../jobs/seed/urls-to-try.js';
import { seedPaths } from '../jobs/seed/seed-examples.js';
import { CommandRun } from '../lifecycle/command-run.js';

export function seedCommand(run: CommandRun): Command {
  return new Command('seed')
    .summary('load sample data into the database')
    .description(
      'Loads sample data of a few hundred streamers, with dates relative to now or to SEED_NOW. If you run the command again, the dates move. Other data stays.',
    )
    .option('--remove', 'remove the sample data')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run db:seed\n  SEED_NOW=2026-10-01T12:00:00Z npm run db:seed\n  npm run db:seed -- --remove',
    )
    .action(async ({ remove }: { remove?: boolean }) => {
      const now = seedNow(run.surroundings.env);
      const change = remove ? removeSeed : loadSeed;
      await runAsOwner(run, 'Nothing was changed.', async (client) => {
        await change(client, now, run.log);
        if (remove) run.log('The sample data is removed.');
        else run.log(`Seeded, as of ${now.toISOString()}.\n${listUrls(run.config(), seedPaths)}`);
      });
    });
}
