import type { Client } from 'pg';
import { countOf } from '../../format-count.js';
import { Input } from '../input.js';
import { KindImporter, KindSummary } from '../kind-importer.js';
import { followerPoints } from '../kinds/follower-points.js';
import { leaveOutForgottenSightings } from '../leave-out-forgotten.js';
import { Kind, MergeCounts } from '../kinds/kind.js';
import { streamChanges } from '../kinds/stream-changes.js';
import { streamers } from '../kinds/streamers.js';
import { streams } from '../kinds/streams.js';
import { viewerSamples } from '../kinds/viewer-samples.js';
import { mergeRows } from '../merge.js';
import { stageChanges } from './stage-changes.js';
import { stageCounts } from './stage-counts.js';
import { recordSightedStreamers, releaseLogins, stageStreamers } from './stage-streamers.js';
import { stageStreams } from './stage-streams.js';

/**
 * Makes rows of what pages of Helix say, which is staged already. Pages are observations: whatever order they are
 * imported in, and however often, the same ones lead to the same rows.
 */
export async function importSightings(
  client: Client,
  importer: KindImporter,
  inputs: readonly Input[],
  endedAfterMs: number,
  log: (line: string) => void,
): Promise<KindSummary[]> {
  await client.query('ANALYZE staging_helix');
  importer.forgotten += await leaveOutForgottenSightings(client);
  await warnOfEarlyPages(client, log);
  const summaries = [
    await importer.import({ ...streamers, merge: mergeStreamers }, inputs, async () => {
      const staged = await stageStreamers(client);
      return { read: staged, staged };
    }),
    await importer.import(streams, inputs, async () => {
      const staged = await stageStreams(client, endedAfterMs);
      return { read: staged, staged };
    }),
  ];
  await recordSightedStreamers(client);
  summaries.push(
    // Before the samples, which are observations as well from then on.
    await importer.import(streamChanges, inputs, () => stageChanges(client)),
    await importer.import(viewerSamples, inputs, () =>
      stageCounts(client, viewerSamples, 'stream', 'stream_id', 'viewers'),
    ),
    await importer.import(followerPoints, inputs, () =>
      stageCounts(client, followerPoints, 'followers', 'streamer_id', 'followers'),
    ),
  );
  return summaries.filter(({ read }) => read > 0);
}

/** If a stream began long after the time of its page, that time is probably wrong. */
async function warnOfEarlyPages(client: Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ early: string }>(`
    SELECT count(*) AS early FROM staging_helix g WHERE g.started_at > g.at + interval '10 minutes'`);
  const early = Number(rows[0]?.early);
  if (early === 0) return;
  log(`${countOf(early, 'stream')} started after the time of the page. If that time is wrong, set it with --at.`);
}

async function mergeStreamers(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  const released = await releaseLogins(client);
  const counts = await mergeRows(client, kind, staged);
  return { ...counts, updated: counts.updated + released };
}
