import { Command } from 'commander';
import { migrateDatabase } from '../database/migrator.js';

export function migrateCommand(databaseUrl: () => string): Command {
  return new Command('migrate')
    .summary('bring the tables up to date')
    .description('Applies the migrations that the database lacks. Running it again changes nothing.')
    .action(async () => {
      const names = await migrateDatabase(databaseUrl(), console.log);
      for (const name of names) console.log(`Applied ${name}.`);
      if (names.length === 0) console.log('The tables are up to date.');
    });
}
