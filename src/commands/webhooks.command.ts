import { Command, Option } from 'commander';
import { loadConfig } from '../config/environment.js';
import { runAsOwner } from '../database/owner-client.js';
import { listDeliveries, retryDeliveries } from '../jobs/webhooks/list-deliveries.js';
import { requireTargets } from '../jobs/webhooks/target-file.js';
import { listUnresolvedNames } from '../jobs/webhooks/target-names.js';
import { formatQuantity } from '../logging/format-count.js';

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

export function webhooksCommand(databaseUrl: () => string): Command {
  return new Command('webhooks')
    .summary('send webhooks, or list and retry messages')
    .description('Sends the messages of webhooks until it is stopped.')
    .option('--list', 'list the targets and the messages that wait')
    .option('--failed', 'with --list: the messages that failed')
    .addOption(new Option('--retry <name>', 'send the waiting and failed messages now').conflicts(['list', 'failed']))
    .addOption(new Option('--test <name>', 'send a test to this target').conflicts(['list', 'failed', 'retry']))
    .addHelpText('after', details)
    .action(async ({ list, failed = false, retry, test }: Options) => {
      const run = (action: Parameters<typeof runAsOwner>[2]) =>
        runAsOwner(databaseUrl(), 'Run the command again.', action);
      if (list || failed) {
        requireTargets();
        return run(async (client) =>
          console.log((await listDeliveries(client, failed)) + (await listUnresolvedNames(client))),
        );
      }
      if (retry !== undefined) return run(async (client) => reportRetry(await retryDeliveries(client, retry)));
      const { runWebhooks, testTarget } = await import('../jobs/webhooks/run-webhooks.js');
      if (test === undefined) return runWebhooks(databaseUrl(), loadConfig());
      console.log(`Target ${test} accepted the message. Status ${await testTarget(loadConfig(), test)}.`);
    });
}

function reportRetry(messages: number): void {
  console.log(`${formatQuantity(messages, 'message is', 'messages are')} due now.`);
}
