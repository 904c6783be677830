import type { Client } from 'pg';
import { maxFigure } from '../../database/exact-figures.js';
import { countOf } from '../../logging/format-count.js';

export interface RefreshResult {
  entries: number;
  seconds: number;
  /** Number of entries whose watchtime exceeds the largest figure. */
  capped: number;
  /** Whether another refresh, which began after this one was requested, has built the board. */
  skipped: boolean;
}

/** Returns the number of entries with at least the largest watchtime that can be shown. */
export async function countCapped(client: Client): Promise<number> {
  const { rows } = await client.query<{ capped: number }>(
    `SELECT count(*)::int AS capped FROM leaderboard_entries e WHERE e.watchtime >= ${maxFigure}`,
  );
  return rows[0]?.capped ?? 0;
}

export function describeRefresh({ entries, seconds, capped, skipped }: RefreshResult): string[] {
  const board = countOf(entries, 'entry', 'entries');
  if (skipped) return [`Another refresh rebuilt the leaderboard, which now has ${board}.`];
  const most = `The watchtime of ${countOf(capped, 'entry', 'entries')} is ${maxFigure} or more, and shown as this value.`;
  return [`The leaderboard now has ${board} (${seconds.toFixed(1)} s).`, ...(capped > 0 ? [most] : [])];
}
