import type { Client } from 'pg';
import { mergeRows } from '../merge.js';
import { unpackStreams } from '../../pack/unpack-streams.js';
import { makeSamplePartitions } from '../sample-partitions.js';
import { noteSampledStreams, touchedDays } from '../touched-streams.js';
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
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT n.stream_id FROM touched_streams n WHERE n.is_sampled)`,
  merge: mergeSamples,
});

async function mergeSamples(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  await noteSampledStreams(client);
  await unpackStreams(client, 'SELECT n.stream_id FROM touched_streams n WHERE n.is_sampled');
  const partitions = await makeSamplePartitions(client, touchedDays);
  // With bounds that the planner can see, the join reads only these partitions.
  const isAmong = `t.created_at >= '${partitions[0]?.from}' AND t.created_at < '${partitions.at(-1)?.to}'`;
  return { ...(await mergeRows(client, kind, staged, isAmong)), outside: await countOutside(client) };
}

/** Returns the number of staged samples outside the time of their stream. An inferred end moves with its samples. */
async function countOutside(client: Client): Promise<number> {
  const { rows } = await client.query<{ outside: string }>(`
    SELECT count(*) AS outside
    FROM staging_viewer_samples v
    JOIN streams s ON s.id = v.stream_id
    WHERE (v.created_at < s.started_at OR (v.created_at > s.ended_at AND NOT s.is_end_inferred))
      -- Most imports have none, and need not look at all samples.
      AND EXISTS (
        SELECT FROM touched_streams n
        JOIN streams o ON o.id = n.stream_id
        WHERE n.first_at < o.started_at OR (n.last_at > o.ended_at AND NOT o.is_end_inferred)
      )`);
  return Number(rows[0]?.outside);
}
