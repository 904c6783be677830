import type { Client } from 'pg';
import { allFollowed, releaseStreams } from '../import/followed/release-streams.js';
import { lockImports } from '../import/import-lock.js';
import { inTransaction } from '../in-transaction.js';
import { unpackStreams } from './unpack-streams.js';

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
