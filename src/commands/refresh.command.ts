import { Command, Option } from 'commander';
import { runAsOwner } from '../database/owner-client.js';
import { refreshAndPack } from '../jobs/refresh/keep-refreshing.js';
import { runRefresher } from '../jobs/refresh/run-refresher.js';
import { openOutbox } from '../jobs/webhooks/outbox.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { durationParser } from './command-line/option-parsers.js';

const examples = `
If another refresh is running, the command waits for it and then refreshes again, because the other refresh may not include the
newest data. If several refreshes wait, only one of them runs. If several processes run with --every on one database, one of them
refreshes, and another one takes over when it ends.

The command also builds the boards of 7 and 90 days and of games. With --every, if building these takes more than a second, they
are built less often: after twenty times that duration, but at least once an hour.

Then it packs the viewer samples of ended streams like npm run pack; with --every, once an hour.

With --every and WEBHOOKS, the process also sends webhooks like npm run webhooks.

With --every, METRICS_PORT serves metrics at /metrics, and /ready, which returns 503 if no refresh has succeeded for
three intervals, or if the clock differs from the clock of the database by more than five minutes.

Examples:
  npm run leaderboard:refresh
  npm run leaderboard:refresh -- --every 5m`;

export function refreshCommand(run: CommandRun): Command {
  return (
    new Command('refresh')
      .summary('rebuild the leaderboard')
      .description(
        'Rebuilds the leaderboard of the last thirty days. Readers see the old leaderboard until the new one is complete.',
      )
      .option(
        '--every <duration>',
        'repeat the refresh at this interval, such as 30s, 5m or 1h, until the command is stopped',
        durationParser(['s', 'm', 'h'], '5m'),
      )
      // For the process that the service starts. The service serves its metrics.
      .addOption(new Option('--as-child', 'send reports to the parent process, and log JSON').hideHelp())
      .addHelpText('after', examples)
      .action(({ every, asChild = false }: { every?: number; asChild?: boolean }) => {
        if (every) return runRefresher(run, every, asChild);
        return runAsOwner(run, 'Run the command again to finish.', (client) =>
          refreshAndPack(client, run.log, openOutbox(run)),
        );
      })
  );
}
