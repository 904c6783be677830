import type { Client } from 'pg';
import { Clock } from '../../clock/clock.js';
import { measureClockOffset } from '../../database/reads/database-time.js';
import { tryLock, withOwner } from '../../database/owner-client.js';
import { hourMs } from '../../figures/time.js';
import { repeat } from '../../lifecycle/repeat.js';
import { Outbox } from '../webhooks/outbox.js';
import { Log } from '../without-imports.js';
import { describePacked, packSamples } from '../pack/pack-samples.js';
import { findClockProblem, RefresherState } from './refresher-state.js';
import { describeRefresh, freeEarlierBoards, refreshLeaderboard } from './refresh-leaderboard.js';

/** Finding samples to pack reads a part of the index of all unpacked samples. */
const packEveryMs = hourMs;

/** Time that a refresh waits for a running import. */
const packWaitMs = 10_000;

/** The advisory lock of the process that keeps the board of a database fresh. */
const refresherLock = 7_204_061_014;

/**
 * Refreshes the leaderboard once, frees the space of earlier boards, and packs samples of ended streams. Also logs if the clock of
 * this machine is wrong.
 */
export async function refreshAndPack(client: Client, log: Log, outbox: Outbox | undefined): Promise<void> {
  const clockProblem = findClockProblem(await measureClockOffset(client, new Clock()));
  if (clockProblem !== undefined) log(clockProblem);
  await refresh(client, { log, outbox, isInBackground: false });
  await pack(client, log);
}

export interface RefresherLog {
  log: Log;
  onError: (error: unknown) => void;
  /** Receives a sentence before each refresh while the clock of this machine is wrong. */
  onClockProblem: (reason: string) => void;
}

interface KeepOptions extends RefresherLog {
  signal: AbortSignal;
  state: RefresherState;
  outbox: Outbox | undefined;
  /** Runs before each refresh. */
  prepare: ((client: Client) => Promise<void>) | undefined;
}

/** Refreshes repeatedly until the signal is aborted. Of several processes on a database, one refreshes. */
export async function keepRefreshing(
  databaseUrl: string,
  everyMs: number,
  { signal, log, onError, onClockProblem, state, outbox, prepare }: KeepOptions,
): Promise<void> {
  const clock = new Clock();
  let isWaiting = false;
  let packedAt = -Infinity;
  const compareClocks = async (client: Client) => {
    state.clockOffset = await measureClockOffset(client, clock);
    const reason = findClockProblem(state.clockOffset);
    if (reason !== undefined) onClockProblem(reason);
  };
  const refreshInBackground = async (client: Client) => {
    await compareClocks(client);
    await prepare?.(client);
    await refresh(client, { log, outbox, isInBackground: true });
    state.succeed(true);
    if (performance.now() - packedAt < packEveryMs) return;
    packedAt = performance.now();
    await pack(client, log);
  };
  const refreshIfLocked = async (client: Client) => {
    if (await tryLock(client, refresherLock)) {
      isWaiting = false;
      // A failed session may have lost the lock with its connection, so another session takes it.
      return repeat(() => refreshInBackground(client), { everyMs, signal });
    }
    await compareClocks(client);
    state.succeed(false);
    if (!isWaiting) log('Another process refreshes the leaderboard of this database; waiting to take over.');
    isWaiting = true;
  };
  const fail = (error: unknown) => {
    state.fail();
    onError(error);
  };
  await repeat(() => withOwner(databaseUrl, refreshIfLocked, signal), { everyMs, signal, onError: fail });
}

async function refresh(
  client: Client,
  options: { log: Log; outbox: Outbox | undefined; isInBackground: boolean },
): Promise<void> {
  const { log, isInBackground } = options;
  const result = await refreshLeaderboard(client, options);
  for (const line of describeRefresh(result)) log(line);
  if (!result.skipped) await freeEarlierBoards(client, isInBackground);
}

async function pack(client: Client, log: Log): Promise<void> {
  const result = await packSamples(client, { waitMs: packWaitMs });
  const isIdle = result.samples === 0 && result.dropped.length === 0 && !result.isIncomplete;
  if (isIdle) return;
  for (const line of describePacked(result)) log(line);
}
