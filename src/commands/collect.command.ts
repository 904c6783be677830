import { Command, Option } from 'commander';
import { runCollectors, runServiceCollectors } from '../collect/run-collector.js';
import { credentialsOf, exampleLogins, platforms, platformTitles } from '../config/platforms.js';
import { CommandRun } from '../lifecycle/command-run.js';

const titles = Object.values(platformTitles).join(' and ');

const details = `
It requires ${platforms.map((one) => credentialsOf(one).join(' and ')).join(', or ')}, and channels to watch:
COLLECT_LOGINS=${exampleLogins}, COLLECT_LOGINS=@FILE or COLLECT_ALL=on. With the credentials of both platforms, it runs a collector
for each of them; COLLECT_PLATFORM=${platforms.join(' or ')} selects one. .env.example lists the other variables. docs/collect.md explains how
the collector works and what the terms of the platforms allow.

The service of npm start collects too, if it has these settings. Then there is nothing to do, and the command exits with 0.

You can run several collectors on one database: for each platform, one watches, and another one takes over when it ends. When you stop a collector,
it first finishes the current write, for up to 30 seconds. The next collector stores the rest.

Examples:
  npm run collect
  npm run collect -- --once       one sweep, for cron
  npm run collect -- --dry-run    one sweep that stores nothing

Exit codes: 0 if it was stopped, everything is stored or the service collects, 1 if a platform refuses requests or if a sweep of --once or --dry-run is
incomplete or --once cannot remove old data, 2 for invalid usage, 3 if the database fails, 130 if --once or --dry-run was interrupted.`;

export function collectCommand(run: CommandRun): Command {
  return new Command('collect')
    .summary(`watch channels on ${titles} and store their data`)
    .description(`Requests the live streams from ${titles} at each interval and stores them, until it is stopped.`)
    .option('--once', 'run one sweep, store it, and exit')
    .addOption(new Option('--dry-run', 'run one sweep, report what it would store, and exit').conflicts('once'))
    .addOption(new Option('--as-child', 'run as the collector of a service').hideHelp())
    .addHelpText('after', details)
    .action(async ({ once, dryRun, asChild }: { once?: boolean; dryRun?: boolean; asChild?: boolean }) => {
      const mode = once ? 'once' : 'watch';
      run.exitCode = asChild ? await runServiceCollectors(run) : await runCollectors(run, dryRun ? 'dry-run' : mode);
    });
}
