import type { Client } from 'pg';
import { Input } from '../input.js';
import { KindImporter, KindSummary, StagedRows } from '../kind-importer.js';
import { releaseConcerned, releaseRenamed } from '../followed/release-concerned.js';
import { leaveOutForgottenSightings } from '../leave-out-forgotten.js';
import { Kind } from '../kinds/kind.js';
import { followerPoints, streamChanges } from '../kinds/plain-kinds.js';
import { streamers } from '../kinds/streamers.js';
import { streams } from '../kinds/streams.js';
import { viewerSamples } from '../kinds/viewer-samples.js';
import { Shape } from './sightings.js';
import { stageChanges } from './stage-changes.js';
import { SightingsOfShape, stageCounts } from './stage-counts.js';
import { recordSightedStreamers, stageStreamers } from './stage-streamers.js';
import { EndRule, stageStreams } from './stage-streams.js';

/**
 * Makes rows of the staged sightings of Helix pages. Pages are observations: the same pages lead to the same rows, in
 * any order and with any repetitions.
 */
export async function importSightings(
  client: Client,
  importer: KindImporter,
  inputs: readonly Input[],
  endRule: EndRule,
): Promise<KindSummary[]> {
  await client.query('ANALYZE staging_helix');
  await importer.leaveOut(() => leaveOutForgottenSightings(client));
  const isOfCollector = 'knownImport' in endRule;
  if (isOfCollector) await releaseConcerned(client, endRule);
  const seen = await listShapes(client);
  const [ofStreams, ofFollowers] = [seen.get('stream'), seen.get('followers')];
  const isAnyNamed = ofStreams !== undefined || seen.has('user');
  const summaries: KindSummary[] = [];
  const add = async (kind: Kind, stage: () => Promise<StagedRows>) => {
    summaries.push(await importer.import(kind, inputs, stage));
  };
  if (isAnyNamed) await add(streamers, () => stageStreamers(client));
  if (isAnyNamed && isOfCollector) await releaseRenamed(client);
  await add(ofKnown(streams), () => stageStreams(client, endRule));
  if (isAnyNamed) await recordSightedStreamers(client);
  if (ofStreams) {
    // Before the samples, which count as observations after they are stored.
    await add(ofKnown(streamChanges), () => stageChanges(client, ofStreams.from));
    await add(ofKnown(viewerSamples), () => stageCounts(client, viewerSamples, ofStreams, 'stream_id', 'viewers'));
  }
  if (ofFollowers) {
    await add(followerPoints, () => stageCounts(client, followerPoints, ofFollowers, 'streamer_id', 'followers'));
  }
  return summaries.filter(({ read }) => read > 0);
}

async function listShapes(client: Client): Promise<Map<Shape, SightingsOfShape>> {
  const { rows } = await client.query<SightingsOfShape>(`
    SELECT g.shape, count(*)::float8 AS count, min(g.at) AS from, max(g.at) AS to
    FROM staging_helix g
    GROUP BY g.shape`);
  return new Map(rows.map((row) => [row.shape, row]));
}

/** The rows that sightings of streams refer to come from the same sightings. */
function ofKnown(kind: Kind): Kind {
  return { ...kind, references: [] };
}
