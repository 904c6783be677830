import type { Client } from 'pg';
import { Retry } from './patience.js';
import { countOff } from './sample-count.js';

/** Of 8 KB, with up to 157 samples each: some 10,000 rows in a transaction. */
const pagesOfABatch = 64;

/**
 * Deletes the samples of a partition that are older than the cutoff, a range of pages in a transaction, which counts
 * them off too. Each page is read once, and no reader waits: deleted rows stay until nobody can see them.
 */
export async function deleteSamples(client: Client, partition: string, cutoff: Date, retry: Retry): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages`,
    [partition],
  );
  const pages = rows[0]?.pages ?? 0;
  let removed = 0;
  for (let page = 0; page < pages; page += pagesOfABatch) {
    const range = `v.ctid >= '(${page},0)' AND v.ctid < '(${page + pagesOfABatch},0)'`;
    const deleteRange = async () => {
      const sql = `DELETE FROM ONLY ${partition} v WHERE ${range} AND v.created_at < $1`;
      return (await client.query(sql, [cutoff])).rowCount ?? 0;
    };
    removed += await retry(() => countOff(client, deleteRange));
  }
  return removed;
}
