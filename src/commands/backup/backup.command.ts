import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { BadDataError } from '../error-message.js';
import { countOf } from '../format-count.js';
import { runAsOwner } from '../owner-client.js';
import { untilInterrupted } from '../until-stopped.js';
import { BackupError } from './backup-format.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

export function backupCommand(databaseUrl: () => string): Command {
  return new Command('backup')
    .summary('write all data into a file')
    .description(
      'Writes all data into a file, as of one moment. The service and the other commands continue meanwhile. npm run restore reads the file.',
    )
    .argument('<file>', 'the file to make, packed with gzip: its name ends in .gz, such as analytics.sql.gz')
    .addHelpText('after', '\nExample:\n  npm run backup -- analytics-2026-11-22.sql.gz')
    .action(async (file: string, _options: object, command: Command) => {
      if (!file.endsWith('.gz'))
        command.error(`The name of ${file} must end in .gz, since a backup is packed with gzip.`);
      if (existsSync(file)) command.error(`${file} is there already; name another file.`);
      if (!existsSync(path.dirname(path.resolve(file)))) command.error(`There is no folder ${path.dirname(file)}.`);
      await runAsOwner(databaseUrl(), 'No file was written.', async (client) => {
        const tables = await writeBackup(client, file);
        console.log(`Wrote ${countOf(tables, 'table')} to ${file}, ${countOf(statSync(file).size, 'byte')}.`);
      });
    });
}

export function restoreCommand(databaseUrl: () => string): Command {
  return new Command('restore')
    .summary('fill an empty database from a backup')
    .description(
      'Fills an empty database from a file that npm run backup has made, in this version or an earlier one. If it fails, the database stays as it was.',
    )
    .argument('<file>', 'the backup')
    .addHelpText('after', '\nExample:\n  DATA_DIR=.data-restored npm run restore -- analytics-2026-11-22.sql.gz')
    .action(async (file: string, _options: object, command: Command) => {
      if (!existsSync(file)) command.error(`There is no ${file}.`);
      try {
        await untilInterrupted('The database is as before.', async (signal) => {
          const { tables, rows, migrations } = await restoreBackup(databaseUrl(), file, signal);
          console.log(`Restored ${countOf(rows, 'row')} of ${countOf(tables, 'table')}.`);
          for (const name of migrations) console.log(`Applied ${name}.`);
        });
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        throw new BadDataError(`${file} cannot be restored: ${error.message}.`, { cause: error });
      }
    });
}
