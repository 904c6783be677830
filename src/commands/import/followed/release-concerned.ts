import type { Client } from 'pg';
import { KnownImport } from '../helix/stage-streams.js';
import { currentImport } from '../import-record.js';
import { noteSeenNames, releaseStreams } from './release-streams.js';

/**
 * Releases the followed streams whose rows the staged sightings may change: streams with news, streams that a complete
 * sweep lacks, and other live streams of the same streamers. Lists the missing streams in unsighted_streams for
 * stageStreams. First stores when streamers with staged names were last seen.
 */
export async function releaseConcerned(client: Client, endRule: KnownImport): Promise<void> {
  await client.query(listUnsighted(endRule));
  await noteSeenNames(
    client,
    `SELECT g.streamer_id FROM staging_helix g
    UNION
    SELECT k.streamer_id FROM staging_helix g JOIN sighted_logins k ON k.login = g.login`,
  );
  await releaseStreams(
    client,
    `SELECT g.stream_id FROM staging_helix g WHERE g.shape = 'stream'
    UNION
    ${liveStreamsOf(`
      SELECT g.streamer_id FROM staging_helix g WHERE g.shape = 'stream'
      UNION
      SELECT s.streamer_id FROM unsighted_streams n JOIN streams s ON s.id = n.stream_id`)}`,
  );
}

/** The open streams that were known to a complete sweep, but that neither the sweep nor a later import sighted. They have ended. */
const listUnsighted = ({ knownImport }: KnownImport) => `
  CREATE TEMP TABLE unsighted_streams ON COMMIT DROP AS
  SELECT k.stream_id
  FROM sighted_streams k
  WHERE k.is_open AND COALESCE(k.import_id, 0) <= ${knownImport}
    AND NOT EXISTS (
      -- One relation, since the planner takes one of two for empty.
      SELECT FROM (
        SELECT g.stream_id FROM staging_helix g WHERE g.shape = 'stream'
        UNION ALL
        SELECT l.stream_id FROM live_streams l WHERE l.import_id > ${knownImport} OR l.import_id = ${currentImport}
      ) n
      WHERE n.stream_id = k.stream_id
    )`;

/** Releases the followed streams of streamers whose names change with the staged sightings, or who lose a login. */
export async function releaseRenamed(client: Client): Promise<void> {
  await releaseStreams(
    client,
    liveStreamsOf(`
      SELECT w.streamer_id
      FROM streamer_news w
      JOIN sighted_streamers p ON p.streamer_id = w.streamer_id
      WHERE (w.is_named AND w.named_as IS DISTINCT FROM p.named_as) OR (w.has_login AND w.login_as IS DISTINCT FROM p.login_as)
      UNION
      SELECT k.streamer_id FROM login_news w JOIN sighted_logins k ON k.login = w.login WHERE k.streamer_id <> w.streamer_id`),
  );
}

function liveStreamsOf(streamers: string): string {
  return `SELECT s.id FROM (${streamers}) n JOIN streams s ON s.streamer_id = n.streamer_id AND s.ended_at IS NULL`;
}
