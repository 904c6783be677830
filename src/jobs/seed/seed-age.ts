import type { Client } from 'pg';
import { isSeeded, owners } from './seed-ids.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether a process may seed the database automatically: it never had data, or contains only a seed that is at least a
 * day old. After a seed was removed, the database still has a summary of its data.
 */
export async function needsSeed(client: Client, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ seed_now: Date | null; had_data: boolean; has_other: boolean }>(
    `SELECT (SELECT t.seed_now FROM seed_state t) AS seed_now,
      EXISTS (SELECT FROM streamers) OR EXISTS (SELECT FROM data_summary) AS had_data,
      ${owners.map((kind) => `EXISTS (SELECT FROM ${kind} t WHERE NOT (${isSeeded(kind, 't.id')}))`).join(' OR ')} AS has_other`,
  );
  const [state] = rows;
  if (!state?.had_data) return true;
  if (state.seed_now === null || state.has_other) return false;
  return Math.abs(now.getTime() - state.seed_now.getTime()) >= dayMs;
}
