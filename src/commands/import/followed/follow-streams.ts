import type { Client } from 'pg';
import { lookUp } from '../look-up.js';

/** Up to this number, twice a sum of viewers times milliseconds fits into a bigint, for the 131 years that dates may be apart. */
export const mostFollowedViewers = 1_000_000;

/**
 * Follows the live streams with news in a sweep, which were imported, as their rows are now. If the next sweep repeats
 * the data of such a stream, only its figures change. This requires that the sighting is the newest one of the stream,
 * of its names and of its topic.
 */
export async function followStreams(client: Client): Promise<void> {
  await client.query(`
    UPDATE live_streams l
    SET said = g.said, seen_at = g.at, first_sampled_at = t.first_sampled_at, avg_viewers = t.avg_viewers,
      peak_viewers = t.peak_viewers, watchtime = t.watchtime, viewer_ms = t.sampled_viewer_ms, sample_count = t.sample_count,
      largest_gap_seconds = t.largest_gap_seconds, import_id = k.import_id
    FROM (
      SELECT n.*, w.said FROM staging_helix n JOIN swept_streams w ON w.stream_id = n.stream_id WHERE n.shape = 'stream'
      -- Before the look-ups, after which the planner expects a single row, and in the order of most of what is looked up.
      ORDER BY n.stream_id
      OFFSET 0
    ) g
    ${lookUp('streams', 't', 'id', 'g.stream_id')}
    ${lookUp('sighted_streams', 'k', 'stream_id', 'g.stream_id')}
    ${lookUp('streamers', 'u', 'id', 'g.streamer_id')}
    ${lookUp('sighted_streamers', 'p', 'streamer_id', 'g.streamer_id')}
    ${lookUp('sighted_logins', 'o', 'login', 'g.login')}
    WHERE l.stream_id = g.stream_id
      AND ROW(t.streamer_id, t.started_at, t.title, t.game_name, t.tags, t.thumbnail)
        IS NOT DISTINCT FROM ROW(g.streamer_id, g.started_at, g.title, g.game_name, g.tags, g.thumbnail)
      AND t.figures_from_samples AND t.last_viewers = g.viewers AND t.peak_viewers <= ${mostFollowedViewers}
      AND ROW(t.last_sampled_at, t.observed_at, t.updated_at, k.seen_at, p.named_at, p.login_at, o.seen_at)
        = ROW(g.at, g.at, g.at, g.at, g.at, g.at, g.at)
      AND ROW(u.display_name, p.named_as, u.login, p.login_as, o.streamer_id)
        = ROW(g.display_name, g.display_name, g.login, g.login, g.streamer_id)
      AND NOT EXISTS (SELECT FROM stream_changes c WHERE c.stream_id = g.stream_id AND c.created_at > g.at)`);
}
