import { Command, Option } from 'commander';
import { runAsOwner } from '../database/owner-client.js';
import { listDeliveries, retryDeliveries } from '../jobs/webhooks/list-deliveries.js';
import { requireTargets } from '../jobs/webhooks/target-file.js';
import { listUnresolvedNames } from '../jobs/webhooks/target-names.js';
import { CommandRun } from '../lifecycle/command-run.js';
import { formatQuantity } from '../logging/format-count.js';
import { untilInterrupted } from '../lifecycle/until-stopped.js';

const details = `
It requires WEBHOOKS=@FILE, except for --retry. docs/webhooks.md describes the file and the messages. The service and
npm run leaderboard:refresh -- --every send webhooks, too. Of several processes on one database, one sends.

METRICS_PORT serves metrics at /metrics.

Examples:
  npm run webhooks
  npm run webhooks -- --list --failed
  npm run webhooks -- --retry NAME
  npm run webhooks -- --test NAME

Exit codes: 0 if the command succeeded or was stopped, 1 if there is no such target or it does not accept the test, 2 for invalid
usage or an invalid file, 3 if the database fails, 130 if it was interrupted.`;

interface Options {
  list?: boolean;
  failed?: boolean;
  retry?: string;
  test?: string;
}

export function webhooksCommand(run: CommandRun): Command {
  return new Command('webhooks')
    .summary('send webhooks, or list and retry messages')
    .description('Sends the messages of webhooks until it is stopped.')
    .option('--list', 'list the targets and the messages that wait')
    .option('--failed', 'with --list: the messages that failed')
    .addOption(new Option('--retry <name>', 'send the waiting and failed messages now').conflicts(['list', 'failed']))
    .addOption(
      new Option('--test <name>', 'send a test to this target, or its newest change and reports').conflicts([
        'list',
        'failed',
        'retry',
      ]),
    )
    .addHelpText('after', details)
    .action(async ({ list, failed = false, retry, test }: Options) => {
      const ask = (action: Parameters<typeof runAsOwner>[2]) => runAsOwner(run, 'Run the command again.', action);
      if (list || failed) {
        requireTargets(run.config().webhooks);
        return ask(async (client) =>
          run.log((await listDeliveries(client, failed)) + (await listUnresolvedNames(client))),
        );
      }
      if (retry !== undefined) return ask(async (client) => reportRetry(run, await retryDeliveries(client, retry)));
      if (test === undefined) return (await import('../jobs/webhooks/run-webhooks.js')).runWebhooks(run);
      const { testTarget } = await import('../jobs/webhooks/test-target.js');
      await untilInterrupted(run, 'The target may have accepted the message.', async (signal) => {
        for (const [type, status] of await testTarget(run, test, signal))
          run.log(
            `Target ${test} accepted ${type === 'test' ? 'the message' : `a message ${type}`}. Status ${status}.`,
          );
      });
    });
}

function reportRetry(run: CommandRun, messages: number): void {
  run.log(`${formatQuantity(messages, 'message is', 'messages are')} due now.`);
}
