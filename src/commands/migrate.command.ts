import { Command } from 'commander';
import { migrateDatabase } from '../database/migrations/migrator.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

export function migrateCommand(databaseUrl: () => string): Command {
  return new Command('migrate')
    .summary('update the tables')
    .description('Applies all pending migrations. If no migration is pending, nothing changes.')
    .action(() =>
      untilInterrupted('The current migration is not complete. Run the command again to continue.', async (signal) => {
        const names = await migrateDatabase(databaseUrl(), { log: console.log, signal });
        for (const name of names) console.log(`Applied ${name}.`);
        if (names.length === 0) console.log('The tables are up to date.');
      }),
    );
}
