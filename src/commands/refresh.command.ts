import { Command } from 'commander';
import type { Client } from 'pg';
import { durationParser } from './command-line/duration.js';
import { errorMessage } from '../logging/error-message.js';
import { countOf } from '../logging/format-count.js';
import { runAsOwner, withCancellableOwner } from '../database/owner-client.js';
import { packSamples } from '../jobs/pack/pack-samples.js';
import { untilStopped } from '../lifecycle/until-stopped.js';
import { describeCapped } from '../jobs/refresh/capped-entries.js';
import { freeEarlierBoards, refreshLeaderboard } from '../jobs/refresh/refresh-leaderboard.js';
import { repeatEvery } from '../jobs/refresh/refresh-loop.js';

const examples = `
If another refresh is running, the command waits for it and then refreshes again, because the other refresh may not include the
newest data. If several refreshes wait, only one of them runs. If several processes run with --every on one database, one of them
refreshes, and another one takes over when it ends.

The command also builds the boards of 7 and 90 days and of games. With --every, if building these takes more than a second, they
are built less often: after twenty times that duration, but at least once an hour.

Then it packs the viewer samples of ended streams like npm run pack; with --every, once an hour.

Examples:
  npm run leaderboard:refresh
  npm run leaderboard:refresh -- --every 5m`;

export function refreshCommand(databaseUrl: () => string): Command {
  return new Command('refresh')
    .summary('rebuild the leaderboard')
    .description(
      'Rebuilds the leaderboard of the last thirty days. Readers see the old leaderboard until the new one is complete.',
    )
    .option(
      '--every <duration>',
      'repeat the refresh at this interval, such as 30s, 5m or 1h, until the command is stopped',
      durationParser(['s', 'm', 'h'], '5m'),
    )
    .addHelpText('after', examples)
    .action(({ every }: { every?: number }) => (every ? keepRefreshing(databaseUrl(), every) : once(databaseUrl())));
}

async function once(databaseUrl: string): Promise<void> {
  await runAsOwner(databaseUrl, 'Run the command again to finish.', async (client) => {
    await refresh(client, console.log);
    await pack(client, console.log);
  });
}

/** A failed refresh is reported and does not end the command: the next one may succeed, for example if the database is starting. */
async function keepRefreshing(databaseUrl: string, everyMs: number): Promise<void> {
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const report = (error: unknown) =>
    console.error(`${new Date().toISOString()} The refresh failed: ${errorMessage(error)}`);
  let isWaiting = false;
  let packedAt = -Infinity;
  const refreshAsKeeper = (signal: AbortSignal) =>
    withCancellableOwner(databaseUrl, signal, async (client) => {
      const turn = async () => {
        await refresh(client, log, true);
        if (performance.now() - packedAt < packEveryMs) return;
        packedAt = performance.now();
        await pack(client, log);
      };
      if (await takeKeepersLock(client)) {
        isWaiting = false;
        return repeatEvery(everyMs, signal, turn, raise);
      }
      if (!isWaiting) log('Another process refreshes the leaderboard of this database; waiting to take over.');
      isWaiting = true;
    });
  await untilStopped((signal) => repeatEvery(everyMs, signal, () => refreshAsKeeper(signal), report), 0);
}

/** The advisory lock of the process that keeps the board of a database fresh. */
const keepersLock = 7_204_061_014;

/** Returns whether the session has the lock, which it keeps until it ends. */
async function takeKeepersLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [keepersLock]);
  return rows[0]?.locked ?? false;
}

async function refresh(client: Client, log: (line: string) => void, isSparing = false): Promise<void> {
  const { entries, seconds, capped, skipped } = await refreshLeaderboard(client, undefined, log, isSparing);
  const board = countOf(entries, 'entry', 'entries');
  if (skipped) return log(`Another refresh rebuilt the leaderboard, which now has ${board}.`);
  log(`The leaderboard now has ${board} (${seconds.toFixed(1)} s).`);
  if (capped) log(describeCapped(capped));
  await freeEarlierBoards(client, isSparing);
}

/** Finding samples to pack reads a part of the index of all unpacked samples. */
const packEveryMs = 3_600_000;

/** Time that a refresh waits for a running import. */
const packWaitMs = 10_000;

async function pack(client: Client, log: (line: string) => void): Promise<void> {
  const { streams, samples, dropped, isIncomplete } = await packSamples(client, { waitMs: packWaitMs });
  if (samples > 0) log(`Packed ${countOf(samples, 'viewer sample')} of ${countOf(streams, 'stream')}.`);
  for (const name of dropped) log(`${name}: dropped, because all of its samples are packed.`);
  if (isIncomplete) log('An import is running: a later refresh packs the rest.');
}

/** The failed session may have lost the lock with its connection, so another session takes it. */
function raise(error: unknown): never {
  throw error;
}
