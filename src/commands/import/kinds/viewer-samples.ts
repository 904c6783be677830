import type { Client } from 'pg';
import { markDueEvents, mergeSeries } from '../merge.js';
import { unpackStreams } from '../../pack/unpack-streams.js';
import { listSamplePartitions, makeSamplePartitions } from '../sample-partitions.js';
import { fillNewPartitions } from '../samples/fill-partitions.js';
import { RunStaging } from '../samples/run-staging.js';
import { areRuns, dropRuns, unpackRuns } from '../samples/sample-runs.js';
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
  references: [{ column: 'stream_id', table: 'streams', noun: 'stream', among: 'touched_streams' }],
  newest: 'created_at',
  dueEvents: `
    FROM event_streams l
    WHERE l.event_id = e.id AND l.stream_id IN (SELECT n.stream_id FROM touched_streams n WHERE n.is_sampled)`,
  note: noteSampledStreams,
  newStaging: function () {
    return new RunStaging(this);
  },
  merge: mergeSamples,
});

async function mergeSamples(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  await markDueEvents(client, kind);
  await unpackStreams(client, 'SELECT n.stream_id FROM touched_streams n WHERE n.is_sampled');
  const counts = { ...(await mergeIntoPartitions(client, kind, staged)), outside: await countOutside(client) };
  await dropRuns(client);
  return counts;
}

/** How many staged samples lie outside of the time of their stream. An end that was inferred moves with its samples. */
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

/** Makes the partitions that the staged samples need. */
async function mergeIntoPartitions(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  const all = await listSamplePartitions(client, touchedDays);
  const missing = all.filter(({ isPresent }) => !isPresent);
  if (missing.length === all.length) return fillNewPartitions(client, missing, staged);
  await makeSamplePartitions(client, all);
  if (await areRuns(client)) await unpackRuns(client, kind);
  // With bounds that the planner can see, the join reads these partitions alone.
  return mergeSeries(client, kind, staged, `t.created_at >= '${all[0]?.from}' AND t.created_at < '${all.at(-1)?.to}'`);
}
