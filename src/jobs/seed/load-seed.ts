import type { Client } from 'pg';
import { analyzeGrownTables } from '../../database/analyze-grown-tables.js';
import { readCommandSettings } from '../../config/command-settings.js';
import { dayMs } from '../../figures/time.js';
import { BadDataError } from '../../logging/error-message.js';
import { importInputsOf, recomputeStreams } from '../../ingest/ingest.js';
import { openSession } from '../../ingest/session.js';
import { OwnerIds, removeOwned } from '../../ingest/records/remove-owned.js';
import { refreshEventViewers } from '../refresh/refresh-event-viewers.js';
import { listDueMonths, rankMonth } from '../refresh/rank-months.js';
import { replaceBoardsAt } from '../refresh/refresh-leaderboard.js';
import { refreshTotals } from '../refresh/refresh-totals.js';
import { withoutImports } from '../without-imports.js';
import { insertSeedChats } from './seed-chat.js';
import { hasOtherData, isSeeded, Owner, owners } from '../../database/platforms/seed-ids.js';
import { seedInputs } from './seed-inputs.js';
import { deleteSeedTotals, insertSeedSweeps } from './seed-totals.js';

/**
 * Loads the seed into the database, with dates relative to `now`, replaces the rows of an earlier seeding, and
 * refreshes the leaderboard, in one transaction. Other data stays. Throws a BadDataError instead of changing rows that
 * happen to have IDs of the seed.
 */
export async function loadSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await withoutImports(client, log, async () => {
    // Compiling a statement takes longer than running it.
    await client.query('SET LOCAL jit = off');
    await openSession(client);
    await deleteSeed(client);
    for (const { kind, inputs } of await seedInputs(now)) await importInputsOf(client, kind, inputs, now);
    await recomputeStreams(client);
    await client.query(
      'INSERT INTO seed_state (seed_now) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seed_now = excluded.seed_now',
      [now],
    );
    await replaceBoardsAt(client, now, log);
    const { leaderboardMonths: months } = await readCommandSettings(client);
    for (const month of await listDueMonths(client, now, months)) await rankMonth(client, month, now);
    await analyzeGrownTables(client);
    await refreshEventViewers(client);
    await insertSeedChats(client, now);
    await insertSeedSweeps(client, now);
    await refreshTotals(client, now);
  });
}

/** Removes the seed from the database and refreshes the leaderboard. Other data stays. */
export async function removeSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await withoutImports(client, log, async () => {
    await deleteSeed(client);
    await client.query('DELETE FROM seed_state');
    await replaceBoardsAt(client, now, log);
  });
}

async function deleteSeed(client: Client): Promise<void> {
  const { rows: conflicts } = await client.query<{ what: string }>(`${findConflicts} LIMIT 1`);
  if (conflicts[0]) {
    throw new BadDataError(
      `The database contains ${conflicts[0].what}, which uses an ID of the seed but was not created by the seed. Seed another database.`,
    );
  }
  const ids = owners.map(
    (kind) => `ARRAY(SELECT t.id::text FROM ${kind} t WHERE ${isSeeded(kind, 't.id')}) AS ${kind}`,
  );
  const { rows } = await client.query<OwnerIds>(`SELECT ${ids.join(', ')}`);
  await deleteSeedTotals(client);
  await removeOwned(client, rows[0] as OwnerIds);
}

const nouns = { streamers: 'channel', streams: 'stream', events: 'event', colab_sessions: 'collaboration session' };

/** SQL for a row of `table` that refers to a row of the seed, and belongs to a row that is not seeded. */
const referring = (table: string, [kind, id]: [Owner, string], [other, reference]: [Owner, string]) => `
  SELECT 'the ${nouns[kind]} ' || t.${id} FROM ${table} t
  WHERE ${isSeeded(other, `t.${reference}`)} AND NOT (${isSeeded(kind, `t.${id}`)})`;

/** SQL for a row that the removal of the seed would affect although it was not seeded. */
const findConflicts = [
  ...owners.map(
    (kind) => `
      SELECT 'the ${nouns[kind]} ' || t.id AS what FROM ${kind} t
      WHERE ${isSeeded(kind, 't.id')} AND NOT EXISTS (SELECT FROM seed_state)`,
  ),
  referring('streams', ['streams', 'id'], ['streamers', 'streamer_id']),
  referring('events', ['events', 'id'], ['streams', 'host_stream_id']),
  referring('event_streams', ['events', 'event_id'], ['streams', 'stream_id']),
  referring('colab_session_streams', ['colab_sessions', 'session_id'], ['streams', 'stream_id']),
].join(' UNION ALL ');

/**
 * Whether a process may seed the database automatically: it never had data, or contains only a seed that is at least a
 * day old. After a seed was removed, the database still has a summary of its data.
 */
export async function needsSeed(client: Client, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ seed_now: Date | null; had_data: boolean; has_other: boolean }>(
    `SELECT (SELECT t.seed_now FROM seed_state t) AS seed_now,
      EXISTS (SELECT FROM streamers) OR EXISTS (SELECT FROM data_summary) AS had_data,
      ${hasOtherData} AS has_other`,
  );
  const [state] = rows;
  if (!state?.had_data) return true;
  if (state.seed_now === null || state.has_other) return false;
  return Math.abs(now.getTime() - state.seed_now.getTime()) >= dayMs;
}

export async function seedIfNeeded(client: Client, now: Date, log: (line: string) => void): Promise<void> {
  if (!(await needsSeed(client, now))) return;
  await loadSeed(client, now, log);
  log(`Seeded, as of ${now.toISOString()}.`);
}
