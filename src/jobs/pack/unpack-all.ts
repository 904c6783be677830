import type { Client } from 'pg';
import { inTransaction } from '../../database/in-transaction.js';
import { lockImports } from '../../ingest/import-lock.js';
import { unpackStreams } from '../../ingest/steps/unpack-streams.js';

/** Unpacks all packed samples into rows, some streams per transaction, and returns the number of streams. */
export async function unpackAll(client: Client, log: (line: string) => void, streamsOfABatch = 1_000): Promise<number> {
  const batch = `SELECT p.stream_id FROM packed_samples p ORDER BY p.stream_id LIMIT ${streamsOfABatch}`;
  const unpackBatch = async () => {
    await lockImports(client, log);
    return unpackStreams(client, batch);
  };
  for (let streams = 0; ;) {
    const done = await inTransaction(client, unpackBatch);
    if (done === 0) return streams;
    streams += done;
  }
}
