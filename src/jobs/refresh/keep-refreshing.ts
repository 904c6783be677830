import type { Client } from 'pg';
import { Clock, WaitingClock } from '../../clock/clock.js';
import { measureClockOffset } from '../../database/reads/database-time.js';
import { tryLock, withOwner } from '../../database/owner-client.js';
import { hourMs } from '../../figures/time.js';
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

export async function refreshAndPack(client: Client, log: Log, outbox: Outbox | undefined): Promise<void> {
  const clockProblem = findClockProblem(await measureClockOffset(client, new Clock()));
  if (clockProblem !== undefined) log(clockProblem);
  await refresh(client, { log, outbox, isInBackground: false });
  await pack(client, log);
}

interface KeepOptions {
  signal: AbortSignal;
  log: Log;
  onError: (error: unknown) => void;
  state: RefresherState;
  outbox: Outbox | undefined;
  /** Runs before each refresh. */
  prepare?: ((client: Client) => Promise<void>) | undefined;
  /** Receives the offset of the clock before each refresh, and while another process refreshes. */
  onClockOffset?: (seconds: number) => void;
  clock?: Clock;
}

/** Refreshes repeatedly until the signal is aborted. Of several processes on a database, one refreshes. */
export async function keepRefreshing(
  databaseUrl: string,
  everyMs: number,
  { signal, log, onError, state, outbox, prepare, onClockOffset = () => {}, clock = new Clock() }: KeepOptions,
): Promise<void> {
  let isWaiting = false;
  let packedAt = -Infinity;
  const compareClocks = async (client: Client) => onClockOffset(await measureClockOffset(client, clock));
  const turn = async (client: Client) => {
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
      return repeatEvery(everyMs, signal, () => turn(client));
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
  await repeatEvery(everyMs, signal, () => withOwner(databaseUrl, refreshIfLocked, signal), fail);
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

/**
 * Repeats an action until the signal is aborted. A turn begins `everyMs` after the start of the previous one, or at
 * once if the previous one took longer. With `onError`, a failed turn is reported, and the next one follows as usual.
 */
export async function repeatEvery(
  everyMs: number,
  signal: AbortSignal,
  action: () => Promise<void>,
  onError: (error: unknown) => void = rethrow,
  clock = new WaitingClock(),
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = clock.monotonicMs();
    try {
      await action();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await clock.sleep(everyMs - (clock.monotonicMs() - startedAt), signal);
  }
}

function rethrow(error: unknown): never {
  throw error;
}
