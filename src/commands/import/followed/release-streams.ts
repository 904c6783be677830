import type { Client } from 'pg';

export const allFollowed = 'SELECT l.stream_id FROM live_streams l WHERE l.said IS NOT NULL';

/**
 * Writes the results of sightings, which until then are only in live_streams, to the rows of followed streams, and stops following
 * them. `streams` is a query of IDs; streams that are not followed are ignored. Code that reads a stream's own row to write it must
 * call this first. The call changes no known data, so no import records it for an undo.
 */
export async function releaseStreams(client: Client, streams: string): Promise<void> {
  await client.query('DROP TABLE IF EXISTS released_streams');
  const { rowCount } = await client.query(
    `CREATE TEMP TABLE released_streams ON COMMIT DROP AS
    SELECT l.*, s.streamer_id
    FROM live_streams l
    JOIN streams s ON s.id = l.stream_id
    WHERE l.said IS NOT NULL AND l.stream_id IN (${streams})`,
  );
  if (!rowCount) return;
  await client.query('ANALYZE released_streams');
  await client.query(noteNames('released_streams'));
  await client.query(noteSightings);
  await client.query(writeFigures);
}

/**
 * Updates when streamers were last seen with their names, from the sightings of their followed streams. `streamers` is
 * a query of IDs.
 */
export async function noteSeenNames(client: Client, streamers: string): Promise<void> {
  await client.query(
    noteNames(`(
      SELECT l.seen_at, l.import_id, s.streamer_id
      FROM (${streamers}) n(streamer_id)
      JOIN streams s ON s.streamer_id = n.streamer_id AND s.ended_at IS NULL
      JOIN live_streams l ON l.stream_id = s.id AND l.said IS NOT NULL
    )`),
  );
}

/** The sightings of a followed stream have the names with which its streamer was last seen. */
const noteNames = (seen: string) => `
  WITH seen AS (
    SELECT r.streamer_id, max(r.seen_at) AS at, max(r.import_id) AS import_id FROM ${seen} r GROUP BY r.streamer_id
  ), named AS (
    UPDATE sighted_streamers t
    SET named_at = greatest(t.named_at, n.at), login_at = greatest(t.login_at, n.at), import_id = n.import_id
    FROM seen n
    WHERE t.streamer_id = n.streamer_id AND (t.named_at < n.at OR t.login_at < n.at)
    RETURNING t.login_as, t.streamer_id, n.at, n.import_id
  )
  UPDATE sighted_logins t SET seen_at = n.at, import_id = n.import_id
  FROM named n
  WHERE t.login = n.login_as AND t.streamer_id = n.streamer_id AND t.seen_at < n.at`;

/**
 * The hash that decides between sightings of one moment is the hash of the first sighting with this content, ignoring the viewers.
 */
const noteSightings = `
  UPDATE sighted_streams t
  SET seen_at = r.seen_at, seen_as = to_char(r.viewers, 'FM0000000000000000') || substr(t.seen_as, 17), import_id = r.import_id
  FROM released_streams r
  WHERE t.stream_id = r.stream_id AND t.seen_at < r.seen_at`;

/** The trigger of streams stops the following. It writes the same figures if a followed stream is written without this function. */
const writeFigures = `
  UPDATE streams t
  SET avg_viewers = r.avg_viewers, peak_viewers = r.peak_viewers, watchtime = r.watchtime, last_sampled_at = r.seen_at,
    last_viewers = r.viewers, sample_count = r.sample_count, largest_gap_seconds = r.largest_gap_seconds,
    sampled_viewer_ms = r.viewer_ms, observed_at = r.seen_at, updated_at = r.seen_at,
    import_id = CASE WHEN r.seen_at > t.last_sampled_at THEN r.import_id ELSE t.import_id END
  FROM released_streams r
  WHERE t.id = r.stream_id`;
