import type { Client } from 'pg';
import { recomputeStreams } from '../../../src/ingest/ingest.js';
import { openSession } from '../../../src/ingest/session.js';

/**
 * Expects that live_streams has exactly the streams without an end, and that recomputing every stream from all of its
 * samples changes nothing. After COLLECT_KEEP has removed streams, the ones before them keep their end reasons, and ends that
 * follow from observations or samples.
 */
export async function expectDecided(client: Client, areStreamsRemoved = false): Promise<void> {
  const rowsOf = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  const live = await rowsOf('SELECT l.stream_id AS id FROM live_streams l ORDER BY 1');
  expect(live).toEqual(await rowsOf('SELECT s.id FROM streams s WHERE s.ended_at IS NULL ORDER BY 1'));
  const movedEnd = `s.end_reason = 'next_stream' AND COALESCE(s.observed_at, s.last_sampled_at) IS NULL`;
  const decided = async () => [
    await rowsOf(
      `SELECT s.*, CASE WHEN NOT (${areStreamsRemoved} AND ${movedEnd}) THEN s.ended_at END AS ended_at FROM streams s ORDER BY s.id`,
    ),
    await rowsOf('SELECT l.* FROM live_streams l ORDER BY l.stream_id'),
  ];
  const before = await decided();
  await client.query('BEGIN');
  try {
    await openSession(client);
    await client.query(
      'INSERT INTO changed_streams (stream_id, is_moved, needs_sum) SELECT s.id, NOT $1::boolean, TRUE FROM streams s',
      [areStreamsRemoved],
    );
    await recomputeStreams(client);
    expect(await decided()).toEqual(before);
  } finally {
    await client.query('ROLLBACK');
  }
}
