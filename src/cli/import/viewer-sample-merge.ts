import type { Client } from 'pg';
import { markEventsOfSampledStreams } from './due-events.js';
import { ImportKind, MergeCounts } from './import-kind.js';
import { noteSampledStreams } from './sample-figures.js';
import { attachSamplePartition, listSamplePartitions, SamplePartition } from './sample-partitions.js';
import { mergeSeries } from './series-merge.js';

/** Merges viewer samples, making the monthly partitions that they need. */
export async function mergeViewerSamples(client: Client, kind: ImportKind, staged: number): Promise<MergeCounts> {
  await noteSampledStreams(client);
  await markEventsOfSampledStreams(client);
  const { all, missing } = await listSamplePartitions(client);
  if (missing.length === all.length) return fillNewPartitions(client, missing, staged);
  for (const partition of missing) {
    await client.query(`CREATE TABLE ${partition.name} (LIKE viewer_samples INCLUDING ALL)`);
    await attachSamplePartition(client, partition);
  }
  // Bounds that the planner can see spare the join all partitions but these.
  return mergeSeries(client, kind, staged, `t.created_at >= '${all[0]?.from}' AND t.created_at < '${all.at(-1)?.to}'`);
}

/**
 * Fills partitions that nobody has seen yet, without their index, which takes half as long to build afterwards. A
 * passing partitioned table sorts the rows into them.
 */
async function fillNewPartitions(client: Client, partitions: SamplePartition[], staged: number): Promise<MergeCounts> {
  await client.query(
    'CREATE TABLE viewer_samples_incoming (LIKE viewer_samples INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at)',
  );
  for (const { name, from, to } of partitions) {
    await client.query(
      `CREATE TABLE ${name} PARTITION OF viewer_samples_incoming FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
  const { rowCount } = await client.query(`
    INSERT INTO viewer_samples_incoming (stream_id, created_at, viewers)
    SELECT DISTINCT ON (s.stream_id, s.created_at) s.stream_id, s.created_at, s.viewers
    FROM staging_viewer_samples s
    ORDER BY s.stream_id, s.created_at, s.origin DESC`);
  for (const partition of partitions) {
    await client.query(`ALTER TABLE viewer_samples_incoming DETACH PARTITION ${partition.name}`);
    await client.query(`ALTER TABLE ${partition.name} ADD PRIMARY KEY (stream_id, created_at)`);
    await attachSamplePartition(client, partition);
  }
  await client.query('DROP TABLE viewer_samples_incoming');
  const inserted = rowCount ?? 0;
  return { inserted, updated: 0, unchanged: 0, repeated: staged - inserted };
}
