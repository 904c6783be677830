import type { Client } from 'pg';
import { finishInterrupted } from '../../prune/partitions.js';
import { countInserted, currentImport } from '../import-record.js';
import { MergeCounts } from '../kinds/kind.js';
import { attachSamplePartition, SamplePartition } from '../sample-partitions.js';
import { areRuns, runsTable, sumRuns } from './sample-runs.js';

/**
 * Fills new partitions with the staged viewer samples. Nobody reads these partitions yet, so they get their index afterwards, which
 * takes half as long. A partitioned table that is dropped in the end sorts the rows into them.
 */
export async function fillNewPartitions(
  client: Client,
  partitions: SamplePartition[],
  staged: number,
): Promise<MergeCounts> {
  await finishInterrupted(client);
  await client.query(
    'CREATE TABLE viewer_samples_incoming (LIKE viewer_samples INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at)',
  );
  for (const { name, from, to } of partitions) {
    await client.query(
      `CREATE TABLE ${name} PARTITION OF viewer_samples_incoming FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
  const inserted = (await areRuns(client)) ? await insertRuns(client) : await insertRows(client, 'TRUE');
  for (const partition of partitions) {
    await client.query(`ALTER TABLE viewer_samples_incoming DETACH PARTITION ${partition.name}`);
    await client.query(`ALTER TABLE ${partition.name} ADD PRIMARY KEY (stream_id, created_at)`);
    await attachSamplePartition(client, partition);
  }
  await client.query('DROP TABLE viewer_samples_incoming');
  await countInserted(client, 'viewer_samples', inserted);
  return { inserted, updated: 0, unchanged: 0, repeated: staged - inserted };
}

const insert = 'INSERT INTO viewer_samples_incoming (stream_id, created_at, viewers, import_id)';
const outOfOrder = 'SELECT u.stream_id FROM summed_streams u WHERE NOT u.is_in_order';

/** Runs that are in order need no comparison of their samples. */
async function insertRuns(client: Client): Promise<number> {
  await sumRuns(client);
  const { rowCount } = await client.query(`
    ${insert}
    SELECT r.stream_id, unnest(r.moments), unnest(r.viewers), ${currentImport}
    FROM (
      SELECT n.stream_id, n.moments, n.viewers FROM ${runsTable} n
      WHERE n.stream_id NOT IN (${outOfOrder})
      ORDER BY n.stream_id, n.first_at
    ) r`);
  return (rowCount ?? 0) + (await insertRows(client, `s.stream_id IN (${outOfOrder})`));
}

/** Of samples with the same key the last line counts. */
async function insertRows(client: Client, condition: string): Promise<number> {
  const { rowCount } = await client.query(`
    ${insert}
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers, ${currentImport}
    FROM staging_viewer_samples s
    WHERE ${condition}
    ORDER BY s.stream_id, s.created_at, s.origin DESC`);
  return rowCount ?? 0;
}
