CREATE TEMP TABLE IF NOT EXISTS changed_streams (stream_id bigint NOT NULL, is_moved boolean NOT NULL DEFAULT FALSE, needs_sum boolean NOT NULL DEFAULT FALSE, observed_at timestamptz(3), is_unobserved boolean NOT NULL DEFAULT FALSE) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS changed_events (event_id bigint) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS sampled_days (stream_id bigint NOT NULL, first_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS observed_changes (stream_id bigint NOT NULL, at timestamptz(3) NOT NULL, from_at timestamptz(3) NOT NULL, title text, game_name text, tags text[], language text) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS streams_to_prune (stream_id bigint NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staging_observations (shape text NOT NULL, at timestamptz(3) NOT NULL, platform integer NOT NULL, ordinal bigint NOT NULL, streamer_id bigint, streamer_external_id text, login text, display_name text, profile_image text, stream_id bigint, stream_external_id text, started_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, viewers bigint, followers bigint, subscribers bigint, gifted bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;

CREATE TEMP TABLE IF NOT EXISTS staging_streamers (id bigint, login text, display_name text, profile_image text, external_id text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_streamers (id bigint, login text, display_name text, profile_image text, external_id text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_streamers, stored_streamers;

CREATE TEMP TABLE IF NOT EXISTS staging_streams (id bigint, streamer_id bigint, started_at timestamptz(3), ended_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, avg_viewers bigint, peak_viewers bigint, live_views bigint, live_views_final bigint, vod_id text, watchtime bigint, unique_chatters bigint, updated_at timestamptz(3), figures_from_samples boolean, end_reason text, external_id text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_streams (id bigint, streamer_id bigint, started_at timestamptz(3), ended_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, avg_viewers bigint, peak_viewers bigint, live_views bigint, live_views_final bigint, vod_id text, watchtime bigint, unique_chatters bigint, updated_at timestamptz(3), figures_from_samples boolean, end_reason text, external_id text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_streams, stored_streams;

CREATE TEMP TABLE IF NOT EXISTS staging_stream_changes (stream_id bigint, created_at timestamptz(3), title text, game_name text, tags text[], language text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_stream_changes (stream_id bigint, created_at timestamptz(3), title text, game_name text, tags text[], language text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_stream_changes, stored_stream_changes;

CREATE TEMP TABLE IF NOT EXISTS staging_viewer_samples (stream_id bigint, created_at timestamptz(3), viewers bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_viewer_samples (stream_id bigint, created_at timestamptz(3), viewers bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_viewer_samples, stored_viewer_samples;

CREATE TEMP TABLE IF NOT EXISTS staging_follower_points (streamer_id bigint, created_at timestamptz(3), followers bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_follower_points (streamer_id bigint, created_at timestamptz(3), followers bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_follower_points, stored_follower_points;

CREATE TEMP TABLE IF NOT EXISTS staging_events (id bigint, title text, description text, started_at timestamptz(3), ended_at timestamptz(3), logo_url text, user_id bigint, is_public boolean, host_stream_id bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_events (id bigint, title text, description text, started_at timestamptz(3), ended_at timestamptz(3), logo_url text, user_id bigint, is_public boolean, host_stream_id bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_events, stored_events;

CREATE TEMP TABLE IF NOT EXISTS staging_event_streams (event_id bigint, stream_id bigint, role text, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_event_streams (event_id bigint, stream_id bigint, role text, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_event_streams, stored_event_streams;

CREATE TEMP TABLE IF NOT EXISTS staging_colab_sessions (id bigint, started_at timestamptz(3), ended_at timestamptz(3), stream_ids bigint[], origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_colab_sessions (id bigint, started_at timestamptz(3), ended_at timestamptz(3), stream_ids bigint[], origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_colab_sessions, stored_colab_sessions;
