import type { Client } from 'pg';
import { allFollowed, releaseStreams } from '../import/followed/release-streams.js';
import { lockImports } from '../import/import-lock.js';
import { makeSamplePartitions } from '../import/sample-partitions.js';
import { inTransaction } from '../in-transaction.js';

/**
 * Puts the samples of those streams back that are packed, as rows of viewer_samples, inside a transaction that the caller has opened
 * and that keeps imports out; answers how many streams these were. `streams` is a query of their ids. What changes samples calls this
 * first, and then knows rows alone; the next pack packs them again.
 */
export async function unpackStreams(client: Client, streams: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT k.stream_id AS id FROM packed_samples k WHERE k.stream_id IN (${streams})`,
    values,
  );
  if (rows.length === 0) return 0;
  const ids = [rows.map(({ id }) => id)];
  await client.query('CREATE TEMP TABLE unpacked_samples (LIKE viewer_samples) ON COMMIT DROP');
  await client.query(unpack, ids);
  await makeSamplePartitions(client, 'unpacked_samples');
  // A version that knows no packed samples may have written one of the same moment, which is newer.
  await client.query('INSERT INTO viewer_samples SELECT u.* FROM unpacked_samples u ON CONFLICT DO NOTHING');
  await client.query('DROP TABLE unpacked_samples');
  await client.query('DELETE FROM packed_samples k WHERE k.stream_id = ANY ($1)', ids);
  return rows.length;
}

const unpack = `
  INSERT INTO unpacked_samples (stream_id, created_at, viewers, import_id)
  SELECT k.stream_id, u.created_at, u.viewers, u.import_id
  FROM packed_samples k
  CROSS JOIN LATERAL unpack_samples(k) u
  WHERE k.stream_id = ANY ($1)
  ORDER BY k.stream_id, u.created_at`;

/**
 * Puts all packed samples back as rows, some streams in a transaction, and answers how many streams these were. The figures of followed
 * streams go back to the streams' own rows as well, where a release before this one reads them.
 */
export async function unpackAll(client: Client, log: (line: string) => void, streamsOfABatch = 1_000): Promise<number> {
  await inTransaction(client, async () => {
    await lockImports(client, log);
    await releaseStreams(client, allFollowed);
  });
  let streams = 0;
  for (;;) {
    const done = await inTransaction(client, async () => {
      await lockImports(client, log);
      return unpackStreams(
        client,
        `SELECT n.stream_id FROM (SELECT p.stream_id FROM packed_samples p ORDER BY p.stream_id LIMIT $1) n`,
        [streamsOfABatch],
      );
    });
    if (done === 0) return streams;
    streams += done;
  }
}
