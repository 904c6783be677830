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
}

/** A line of `panels.ndjson`. */
export interface PanelRecord {
  streamer_id: string;
  raw_url: string;
  created_at: string;
  removed_at?: string;
  panel_image?: string;
}

/** The whole seed: the rows of each import kind, in the form of its import file. */
export interface SeedData {
  streamers: StreamerRecord[];
  streams: StreamRecord[];
  viewer_samples: ViewerSampleRecord[];
  follower_points: FollowerPointRecord[];
  message_stats: MessageStatsRecord[];
  panels: PanelRecord[];
}
