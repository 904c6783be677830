import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { CommandRun } from '../lifecycle/command-run.js';
import { BadDataError } from '../logging/error-message.js';
import { formatQuantity } from '../logging/format-count.js';
import { runAsOwner } from '../database/owner-client.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';
import { BackupError } from '../jobs/backup/backup-reader.js';
import { restoreBackup } from '../jobs/backup/restore-backup.js';
import { writeBackup } from '../jobs/backup/write-backup.js';

export function backupCommand(run: CommandRun): Command {
  return new Command('backup')
    .summary('write all data to a file')
    .description(
      'Writes a consistent snapshot of all data to a file. The service and the other commands continue during the backup. npm run restore reads the file.',
    )
    .argument(
      '<file>',
      'the file to write, compressed with gzip; the name must end in .gz, for example analytics.backup.gz',
    )
    .addHelpText('after', '\nExample:\n  npm run backup -- analytics-2026-11-22.backup.gz')
    .action(async (file: string, _options: object, command: Command) => {
      if (!file.endsWith('.gz'))
        command.error(`The name of ${file} must end in .gz, because backups are compressed with gzip.`);
      if (existsSync(file)) command.error(`${file} already exists; specify another file.`);
      if (!existsSync(path.dirname(path.resolve(file)))) command.error(`Folder does not exist: ${path.dirname(file)}.`);
      await runAsOwner(run, 'No file was written.', async (client) => {
        const tables = await writeBackup(client, file);
        run.log(`Wrote ${formatQuantity(tables, 'table')} to ${file}, ${formatQuantity(statSync(file).size, 'byte')}.`);
      });
    });
}

export function restoreCommand(run: CommandRun): Command {
  return new Command('restore')
    .summary('restore a backup into an empty database')
    .description(
      'Restores a file of npm run backup, from this version or an earlier one, into an empty database. If the restore fails, the database does not change.',
    )
    .argument('<file>', 'the backup')
    .addHelpText('after', '\nExample:\n  DATA_DIR=.data-restored npm run restore -- analytics-2026-11-22.backup.gz')
    .action(async (file: string, _options: object, command: Command) => {
      if (!existsSync(file)) command.error(`${file} does not exist.`);
      try {
        await untilInterrupted(run, 'The database was not changed.', async (signal) => {
          const { tables, rows, migrations } = await restoreBackup(run.databaseUrl, file, { signal, log: run.error });
          run.log(`Restored ${formatQuantity(rows, 'row')} of ${formatQuantity(tables, 'table')}.`);
          for (const name of migrations) run.log(`Applied ${name}.`);
        });
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        throw new BadDataError(`${file} cannot be restored: ${error.message}.`, { cause: error });
      }
    });
}
