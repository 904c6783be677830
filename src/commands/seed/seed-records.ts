/** A line of `streamers.ndjson`. */
export interface StreamerRecord {
  id: string;
  login: string;
  display_name: string;
  profile_image?: string;
}

/** A line of `streams.ndjson`. What is unknown is left out; without `ended_at` the stream is live. */
export interface StreamRecord {
  id: string;
  streamer_id: string;
  started_at: string;
  ended_at?: string;
  title?: string;
  game_name?: string;
  tags?: string[];
  avg_viewers?: number;
  peak_viewers?: number;
  live_views?: number;
  live_views_final?: number;
  vod_id?: string;
  watchtime?: number;
  thumbnail?: string;
  unique_chatters?: number;
  updated_at?: string;
}

/** A line of `stream_changes.ndjson`. */
export interface StreamChangeRecord {
  stream_id: string;
  created_at: string;
  title?: string;
  game_name?: string;
  tags?: string[];
}

/** A line of `viewer_samples.ndjson`. */
export interface ViewerSampleRecord {
  stream_id: string;
  created_at: string;
  viewers: number;
}

/** A line of `follower_points.ndjson`. */
export interface FollowerPointRecord {
  streamer_id: string;
  created_at: string;
  followers: number;
}

/** A line of `message_stats.ndjson`. */
export interface MessageStatsRecord {
  stream_id: string;
  total_messages: number;
  unique_chatters: number;
  deleted_messages: number;
  shared_messages?: number;
}

/** A line of `panels.ndjson`. */
export interface PanelRecord {
  streamer_id: string;
  raw_url: string;
  created_at: string;
  removed_at?: string;
  panel_image?: string;
}

/** A line of `events.ndjson`. Without `ended_at` it is still on. */
export interface EventRecord {
  id: string;
  title: string;
  description?: string;
  started_at: string;
  ended_at?: string;
  logo_url?: string;
  user_id?: string;
  is_public: boolean;
  host_stream_id?: string;
}

/** A line of `event_streams.ndjson`. */
export interface EventStreamRecord {
  event_id: string;
  stream_id: string;
}

/** A line of `event_markers.ndjson`. */
export interface EventMarkerRecord {
  id: string;
  event_id: string;
  title: string;
  description?: string;
  timestamp: string;
  color: string;
}

/** A line of `colab_sessions.ndjson`. Without `ended_at` it is still on. */
export interface ColabSessionRecord {
  id: string;
  started_at: string;
  ended_at?: string;
  stream_ids: string[];
}

/** The whole seed: the rows of each import kind, in the form of its import file. */
export interface SeedData {
  streamers: StreamerRecord[];
  streams: StreamRecord[];
  stream_changes: StreamChangeRecord[];
  viewer_samples: ViewerSampleRecord[];
  follower_points: FollowerPointRecord[];
  message_stats: MessageStatsRecord[];
  panels: PanelRecord[];
  events: EventRecord[];
  event_streams: EventStreamRecord[];
  event_markers: EventMarkerRecord[];
  colab_sessions: ColabSessionRecord[];
}
