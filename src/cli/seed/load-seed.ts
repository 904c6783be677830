import type { Client } from 'pg';
import { windowEndingAt } from '../../streams/thirty-day-window.js';
import { lockImports } from '../import/import-lock.js';
import { importKind } from '../import/import-records.js';
import { importKinds } from '../import/import-kinds.js';
import { deriveSampleFigures } from '../import/sample-figures.js';
import { replaceBoard } from '../refresh/refresh-leaderboard.js';
import { seedData } from './seed-data.js';
import { SeedData } from './seed-records.js';

/** Rows that no seeding made have ids of the seed. */
export class SeedConflictError extends Error {}

/**
 * Puts the seed into the database, its dates relative to `now`, in place of what an earlier seeding put there, and
 * refreshes the leaderboard, in one transaction. Other data stays. Throws a SeedConflictError rather than touch rows
 * that happen to have ids of the seed.
 */
export async function loadSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await inTransaction(client, async () => {
    await lockImports(client, log);
    const data = seedData(now);
    await deleteSeed(client, data);
    for (const { name } of importKinds) await importKind(client, name, data[name], now);
    await deriveSampleFigures(client);
    await client.query(
      'INSERT INTO seed_state (seed_now) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seed_now = excluded.seed_now',
      [now],
    );
    await replaceBoard(client, windowEndingAt(now));
  });
}

/** Takes the seed out of the database again and refreshes the leaderboard. Other data stays. */
export async function removeSeed(client: Client, now: Date, log: (line: string) => void = () => {}): Promise<void> {
  await inTransaction(client, async () => {
    await lockImports(client, log);
    await deleteSeed(client, seedData(now));
    await client.query('DELETE FROM seed_state');
    await replaceBoard(client, windowEndingAt(now));
  });
}

async function inTransaction(client: Client, action: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await action();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function deleteSeed(client: Client, data: SeedData): Promise<void> {
  const streamerIds = data.streamers.map(({ id }) => id);
  const streamIds = data.streams.map(({ id }) => id);
  await refuseConflicts(client, streamerIds, streamIds);
  const steps: [kind: keyof SeedData, condition: string, ids: string[]][] = [
    ['message_stats', 't.stream_id = ANY($1)', streamIds],
    ['viewer_samples', 't.stream_id = ANY($1)', streamIds],
    ['panels', 't.streamer_id = ANY($1)', streamerIds],
    ['follower_points', 't.streamer_id = ANY($1)', streamerIds],
    ['streams', 't.id = ANY($1)', streamIds],
    ['streamers', 't.id = ANY($1)', streamerIds],
  ];
  for (const [kind, condition, ids] of steps) {
    const { rowCount } = await client.query(`DELETE FROM ${kind} t WHERE ${condition}`, [ids]);
    // Without rows nothing is known to be newest.
    await client.query(
      `UPDATE data_summary d
      SET row_count = d.row_count - $2, newest = CASE WHEN d.row_count > $2 THEN d.newest END, changed_at = now()
      WHERE d.kind = $1 AND $2 > 0`,
      [kind, rowCount],
    );
  }
}

async function refuseConflicts(client: Client, streamerIds: string[], streamIds: string[]): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `SELECT 'the channel ' || u.id AS what FROM streamers u
    WHERE u.id = ANY($1) AND NOT EXISTS (SELECT FROM seed_state)
    UNION ALL
    SELECT 'the stream ' || s.id FROM streams s
    WHERE (s.id = ANY($2) AND NOT (s.streamer_id = ANY($1))) OR (s.streamer_id = ANY($1) AND NOT (s.id = ANY($2)))
    LIMIT 1`,
    [streamerIds, streamIds],
  );
  const [conflict] = rows;
  if (conflict) {
    throw new SeedConflictError(
      `The database holds ${conflict.what}, whose id belongs to the seed but which no seeding put there. Seed another database.`,
    );
  }
}
