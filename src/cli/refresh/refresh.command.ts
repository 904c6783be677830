import { Command } from 'commander';
import { withCancellableOwner } from '../cancellable-owner.js';
import { durationParser } from '../duration.js';
import { errorMessage } from '../error-message.js';
import { formatCount } from '../import/import-report.js';
import { interrupted, untilStopped } from '../until-stopped.js';
import { freeEarlierBoards, refreshLeaderboard } from './refresh-leaderboard.js';
import { repeatEvery } from './refresh-loop.js';

const examples = `
Two refreshes at once: the second one waits for the first one, and then refreshes again, since there may be data that
the first one did not see. Of several that waited, one does it for all.

Examples:
  npm run leaderboard:refresh
  npm run leaderboard:refresh -- --every 5m`;

export function refreshCommand(databaseUrl: () => string): Command {
  return new Command('refresh')
    .summary('build the leaderboard anew')
    .description('Builds the board of the last thirty days. Readers see the old one until it is complete.')
    .option(
      '--every <duration>',
      'go on refreshing, such as every 30s, 5m or 1h, until told to stop',
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

/** A board that cannot be made now may well be made at the next turn: the database may be starting. */
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
    const { entries, seconds, skipped } = await refreshLeaderboard(client, undefined, log);
    const board = `${formatCount(entries)} entries`;
    if (skipped) return log(`Another refresh has made the leaderboard meanwhile: it has ${board}.`);
    log(`The leaderboard has ${board} now (${seconds.toFixed(1)} s).`);
    await freeEarlierBoards(client);
  });
}
