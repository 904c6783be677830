import { Command } from 'commander';
import { Config } from '../config/config.js';
import { loadConfig, seedNow } from '../config/environment.js';
import { migrateDatabase } from '../database/migrator.js';
import { withCancellableOwner } from './owner-client.js';
import { loadSeed } from './seed/load-seed.js';
import { needsSeed } from './seed/seed-age.js';
import { untilInterrupted } from './until-stopped.js';
import { urlsToTry } from './urls-to-try.js';

export function prepareCommand(databaseUrl: () => string): Command {
  return new Command('prepare')
    .summary('make the database ready for the service')
    .description(
      'Brings the tables up to date. With SEED=on it seeds a database that never had data, or that holds nothing but a seed of more than a day ago.',
    )
    .action(async () => {
      const config = loadConfig();
      await untilInterrupted('Run the command again to do the rest.', (signal) =>
        prepare(databaseUrl(), config, signal),
      );
    });
}

async function prepare(databaseUrl: string, config: Config, signal: AbortSignal): Promise<void> {
  const names = await migrateDatabase(databaseUrl, console.log, undefined, signal);
  if (names.length > 0) console.log(`Brought the tables up to date: ${names.join(', ')}.`);
  await withCancellableOwner(databaseUrl, signal, async (client) => {
    const now = seedNow();
    if (config.seed && (await needsSeed(client, now))) {
      await loadSeed(client, now, console.log);
      console.log(`Seeded, as of ${now.toISOString()}.`);
    }
    console.log(await urlsToTry(client, config));
  });
}
