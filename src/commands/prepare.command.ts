import { Command } from 'commander';
import type { Client } from 'pg';
import { seedNow } from '../config/environment.js';
import { migrateDatabase } from '../database/migrations/migrator.js';
import { withOwner } from '../database/owner-client.js';
import { seedIfNeeded } from '../jobs/seed/load-seed.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';
import { urlsToTry } from '../jobs/seed/urls-to-try.js';

export function prepareCommand(run: CommandRun): Command {
  return new Command('prepare')
    .summary('prepare the database for the service')
    .description(
      'Updates the tables. With SEED=on, seeds a database that has never contained data, or that contains only a seed older than a day.',
    )
    .action(async () => {
      const config = run.config();
      await untilInterrupted(run, 'Run the command again to finish.', async (signal) => {
        const names = await migrateDatabase(run.databaseUrl, { log: run.log, signal });
        if (names.length > 0) run.log(`Applied migrations: ${names.join(', ')}.`);
        const seedAndList = async (client: Client) => {
          if (config.seed) await seedIfNeeded(client, seedNow(run.surroundings.env), run.log);
          run.log(await urlsToTry(client, config));
        };
        await withOwner(run.databaseUrl, seedAndList, signal);
      });
    });
}
