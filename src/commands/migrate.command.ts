import { Command } from 'commander';
import { migrateDatabase } from '../database/migrations/migrator.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

export function migrateCommand(run: CommandRun): Command {
  return new Command('migrate')
    .summary('update the tables')
    .description('Applies all pending migrations. If no migration is pending, nothing changes.')
    .action(() =>
      untilInterrupted(
        run,
        'The current migration is not complete. Run the command again to continue.',
        async (signal) => {
          const names = await migrateDatabase(run.databaseUrl, { log: run.log, signal });
          for (const name of names) run.log(`Applied ${name}.`);
          if (names.length === 0) run.log('The tables are up to date.');
        },
      ),
    );
}
