CREATE TEMP TABLE IF NOT EXISTS changed_streams (stream_id bigint NOT NULL, is_moved boolean NOT NULL DEFAULT FALSE, needs_sum boolean NOT NULL DEFAULT FALSE, observed_at timestamptz(3), is_unobserved boolean NOT NULL DEFAULT FALSE) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS sampled_days (stream_id bigint NOT NULL, first_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS observed_changes (stream_id bigint NOT NULL, at timestamptz(3) NOT NULL, from_at timestamptz(3) NOT NULL, title text, game_name text, tags text[], language text) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS streams_to_prune (stream_id bigint NOT NULL) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staging_helix (shape text NOT NULL, at timestamptz(3) NOT NULL, ordinal bigint NOT NULL, streamer_id bigint, login text, display_name text, profile_image text, stream_id bigint, started_at timestamptz(3), title text, game_name text, tags text[], language text, thumbnail text, viewers bigint, followers bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;

CREATE TEMP TABLE IF NOT EXISTS staging_events (id bigint, title text, description text, started_at timestamptz(3), ended_at timestamptz(3), logo_url text, user_id bigint, is_public boolean, host_stream_id bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_events (id bigint, title text, description text, started_at timestamptz(3), ended_at timestamptz(3), logo_url text, user_id bigint, is_public boolean, host_stream_id bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_events, stored_events;

CREATE TEMP TABLE IF NOT EXISTS staging_event_streams (event_id bigint, stream_id bigint, origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_event_streams (event_id bigint, stream_id bigint, origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_event_streams, stored_event_streams;

CREATE TEMP TABLE IF NOT EXISTS staging_colab_sessions (id bigint, started_at timestamptz(3), ended_at timestamptz(3), stream_ids bigint[], origin bigint NOT NULL) ON COMMIT DELETE ROWS;
    CREATE TEMP TABLE IF NOT EXISTS stored_colab_sessions (id bigint, started_at timestamptz(3), ended_at timestamptz(3), stream_ids bigint[], origin bigint NOT NULL, is_changed boolean) ON COMMIT DELETE ROWS;
    TRUNCATE staging_colab_sessions, stored_colab_sessions;
