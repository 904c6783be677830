import { Command } from 'commander';
import { migrateDatabase } from '../database/migrator.js';
import { untilInterrupted } from './until-stopped.js';

export function migrateCommand(databaseUrl: () => string): Command {
  return new Command('migrate')
    .summary('bring the tables up to date')
    .description('Applies the migrations that the database lacks. Running it again changes nothing.')
    .action(async () => {
      await untilInterrupted(
        'The migration that ran is not applied. Run the command again to continue.',
        async (signal) => {
          const names = await migrateDatabase(databaseUrl(), console.log, undefined, signal);
          for (const name of names) console.log(`Applied ${name}.`);
          if (names.length === 0) console.log('The tables are up to date.');
        },
      );
    });
}
