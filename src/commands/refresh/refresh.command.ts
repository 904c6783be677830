import { Command } from 'commander';
import { durationParser } from '../duration.js';
import { errorMessage } from '../error-message.js';
import { countOf } from '../format-count.js';
import { withCancellableOwner } from '../owner-client.js';
import { interrupted, untilStopped } from '../until-stopped.js';
import { describeCapped } from './capped-entries.js';
import { freeEarlierBoards, refreshLeaderboard } from './refresh-leaderboard.js';
import { repeatEvery } from './refresh-loop.js';

const examples = `
If another refresh is running, this one waits for it and then refreshes again, since the first one may not have seen the
newest data. Of several refreshes that waited, only one runs.

Examples:
  npm run leaderboard:refresh
  npm run leaderboard:refresh -- --every 5m`;

export function refreshCommand(databaseUrl: () => string): Command {
  return new Command('refresh')
    .summary('build the leaderboard anew')
    .description('Builds the board of the last thirty days. Readers see the old board until the new one is complete.')
    .option(
      '--every <duration>',
      'repeat the refresh, such as every 30s, 5m or 1h, until the command is stopped',
      durationParser(['s', 'm', 'h'], '5m'),
    )
    .addHelpText('after', examples)
    .action(({ every }: { every?: number }) => (every ? keepRefreshing(databaseUrl(), every) : once(databaseUrl())));
}

async function once(databaseUrl: string): Promise<void> {
  await untilStopped(async (signal) => {
    try {
      await refresh(databaseUrl, signal, console.log);
    } catch (error) {
      if (!signal.aborted) throw error;
      console.error('Interrupted.');
      process.exitCode = interrupted;
    }
  }, interrupted);
}

/** A refresh that fails is reported and does not end the command: the next one may succeed, if the database is starting. */
async function keepRefreshing(databaseUrl: string, everyMs: number): Promise<void> {
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  await untilStopped(
    (signal) =>
      repeatEvery(
        everyMs,
        signal,
        () => refresh(databaseUrl, signal, log),
        (error) => console.error(`${new Date().toISOString()} The refresh failed: ${errorMessage(error)}`),
      ),
    0,
  );
}

async function refresh(databaseUrl: string, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  await withCancellableOwner(databaseUrl, signal, async (client) => {
    const { entries, seconds, capped, skipped } = await refreshLeaderboard(client, undefined, log);
    const board = countOf(entries, 'entry', 'entries');
    if (skipped) return log(`Another refresh has built the leaderboard in the meantime: it has ${board}.`);
    log(`The leaderboard has ${board} now (${seconds.toFixed(1)} s).`);
    if (capped) log(describeCapped(capped));
    await freeEarlierBoards(client);
  });
}
