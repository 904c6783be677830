import { Command } from 'commander';
import { CommandRun } from '../../lifecycle/command-run.js';
import { backupCommand, restoreCommand } from '../backup.command.js';
import { collectCommand } from '../collect.command.js';
import { exportCommand } from '../export.command.js';
import { forgetCommand } from '../forget.command.js';
import { generateCommand } from '../generate.command.js';
import { importCommand } from '../import.command.js';
import { importsCommand } from '../imports.command.js';
import { migrateCommand } from '../migrate.command.js';
import { prepareCommand } from '../prepare.command.js';
import { packCommand } from '../pack.command.js';
import { pruneCommand } from '../prune.command.js';
import { refreshCommand } from '../refresh.command.js';
import { seedCommand } from '../seed.command.js';
import { webhooksCommand } from '../webhooks.command.js';

const exitCodes = `
Exit codes of all commands: 0 if the command succeeded, 1 if data is invalid, 2 for invalid usage, 3 if the database fails, 130 if
it was interrupted, 70 after an unexpected error, which is a defect: the log line with "level":"fatal" on standard error contains
its stack. The help of a command lists the other codes. If the reader of the output ends first, such as head, the command finishes
its work without output.`;

export function commandLine(run: CommandRun): Command {
  return new Command('streaming-analytics')
    .description('Commands for the operator of the API. They connect as the owner of the tables, with DATABASE_URL.')
    .addHelpText('after', exitCodes)
    .addCommand(prepareCommand(run))
    .addCommand(migrateCommand(run))
    .addCommand(seedCommand(run))
    .addCommand(importCommand(run))
    .addCommand(exportCommand(run))
    .addCommand(importsCommand(run))
    .addCommand(forgetCommand(run))
    .addCommand(collectCommand(run))
    .addCommand(refreshCommand(run))
    .addCommand(webhooksCommand(run))
    .addCommand(packCommand(run))
    .addCommand(pruneCommand(run))
    .addCommand(backupCommand(run))
    .addCommand(restoreCommand(run))
    .addCommand(generateCommand(run));
}
