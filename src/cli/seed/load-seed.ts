import type { Client } from 'pg';
import { windowEndingAt } from '../../streams/thirty-day-window.js';
import { lockImports } from '../import/import-lock.js';
import { importKind } from '../import/import-records.js';
import { importKinds } from '../import/import-kinds.js';
import { deriveSampleFigures } from '../import/sample-figures.js';
import { refreshEventViewers } from '../refresh/refresh-event-viewers.js';
import { replaceBoard } from '../refresh/refresh-leaderboard.js';
import { refuseConflicts } from './seed-conflicts.js';
import { seedData } from './seed-data.js';
import { SeedData } from './seed-records.js';

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
    await refreshEventViewers(client);
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
  const ids = {
    streamers: data.streamers.map(({ id }) => id),
    streams: data.streams.map(({ id }) => id),
    events: data.events.map(({ id }) => id),
    sessions: data.colab_sessions.map(({ id }) => id),
  };
  await refuseConflicts(client, ids);
  await client.query('DELETE FROM colab_session_streams l WHERE l.session_id = ANY($1)', [ids.sessions]);
  const steps: [kind: keyof SeedData, condition: string, ids: string[]][] = [
    ['colab_sessions', 't.id = ANY($1)', ids.sessions],
    ['event_markers', 't.event_id = ANY($1)', ids.events],
    ['event_streams', 't.event_id = ANY($1)', ids.events],
    ['events', 't.id = ANY($1)', ids.events],
    ['message_stats', 't.stream_id = ANY($1)', ids.streams],
    ['viewer_samples', 't.stream_id = ANY($1)', ids.streams],
    ['panels', 't.streamer_id = ANY($1)', ids.streamers],
    ['follower_points', 't.streamer_id = ANY($1)', ids.streamers],
    ['streams', 't.id = ANY($1)', ids.streams],
    ['streamers', 't.id = ANY($1)', ids.streamers],
  ];
  for (const [kind, condition, ofKind] of steps) {
    const { rowCount } = await client.query(`DELETE FROM ${kind} t WHERE ${condition}`, [ofKind]);
    // Without rows nothing is known to be newest.
    await client.query(
      `UPDATE data_summary d
      SET row_count = d.row_count - $2, newest = CASE WHEN d.row_count > $2 THEN d.newest END, changed_at = now()
      WHERE d.kind = $1 AND $2 > 0`,
      [kind, rowCount],
    );
  }
}
