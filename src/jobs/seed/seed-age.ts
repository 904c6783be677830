import type { Client } from 'pg';
import { SEED_EVENT_IDS, SEED_SESSION_IDS, SEED_STREAM_IDS, SEED_STREAMER_IDS } from './seed-ids.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether a process may seed the database automatically: it never had data, or contains only a seed that is at least a
 * day old. After a seed was removed, the database still has a summary of its data.
 */
export async function needsSeed(client: Client, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ seed_now: Date | null; had_data: boolean; has_other: boolean }>(
    `SELECT (SELECT t.seed_now FROM seed_state t) AS seed_now,
      EXISTS (SELECT FROM streamers) OR EXISTS (SELECT FROM data_summary) AS had_data,
      EXISTS (SELECT FROM streamers u WHERE u.id < $1 OR u.id > $2)
        OR EXISTS (SELECT FROM streams s WHERE s.id < $3 OR s.id > $4)
        OR EXISTS (SELECT FROM events e WHERE e.id < $5 OR e.id > $6)
        OR EXISTS (SELECT FROM colab_sessions c WHERE c.id < $7 OR c.id > $8) AS has_other`,
    [SEED_STREAMER_IDS, SEED_STREAM_IDS, SEED_EVENT_IDS, SEED_SESSION_IDS].flatMap(({ first, last }) => [first, last]),
  );
  const [state] = rows;
  if (!state?.had_data) return true;
  if (state.seed_now === null || state.has_other) return false;
  return Math.abs(now.getTime() - state.seed_now.getTime()) >= dayMs;
}
