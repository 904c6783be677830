import type { Client } from 'pg';
import { mergeRows } from '../steps/merge-rows.js';
import { unpackStreams } from '../steps/unpack-streams.js';
import { makeSamplePartitions } from '../sample-partitions.js';
import { sampledDays, staged } from '../session.js';
import { noteSampledDays, noteSampledStreams } from '../steps/note-changed-streams.js';
import { count, date, id } from './column-types.js';
import { defineKind, Kind, MergeCounts } from './kind.js';

export const viewerSamples = defineKind({
  name: 'viewer_samples',
  columns: [
    { name: 'stream_id', type: id },
    { name: 'created_at', type: date },
    { name: 'viewers', type: count },
  ],
  key: ['stream_id', 'created_at'],
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream' }],
  newest: 'created_at',
  dueEvents: `
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT d.stream_id FROM ${sampledDays} d)`,
  merge: mergeSamples,
});

async function mergeSamples(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  await noteSampledDays(client);
  await unpackStreams(client, `SELECT d.stream_id FROM ${sampledDays} d`);
  const partitions = await makeSamplePartitions(client, `(SELECT d.first_at AS created_at FROM ${sampledDays} d)`);
  // With bounds that the planner can see, the join reads only these partitions.
  const isAmong = `t.created_at >= '${partitions[0]?.from}' AND t.created_at < '${partitions.at(-1)?.to}'`;
  const counts = await mergeRows(client, kind, staged, isAmong);
  await noteSampledStreams(client);
  return { ...counts, outside: await countOutside(client) };
}

/** Returns the number of staged samples outside the time of their stream. An end that is not given moves with its samples. */
async function countOutside(client: Client): Promise<number> {
  const { rows } = await client.query<{ outside: string }>(`
    SELECT count(*) AS outside
    FROM ${staged('viewer_samples')} v
    JOIN streams s ON s.id = v.stream_id
    WHERE (v.created_at < s.started_at OR (v.created_at > s.ended_at AND s.end_reason = 'given'))
      -- Most imports have none, and need not look at all samples.
      AND EXISTS (
        SELECT FROM ${sampledDays} d
        JOIN streams o ON o.id = d.stream_id
        WHERE d.first_at < o.started_at OR (d.last_at > o.ended_at AND o.end_reason = 'given')
      )`);
  return Number(rows[0]?.outside);
}
