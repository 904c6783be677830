/** A stream. Unknown properties are left out; without `ended_at` it is live. */
export interface StreamRecord {
  id: string;
  streamer_id: string;
  started_at: string;
  ended_at?: string;
  title?: string;
  game_name?: string;
  tags?: string[];
  language?: string;
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

export type StreamTopic = Pick<StreamRecord, 'title' | 'game_name' | 'tags' | 'language'>;

/** An event. Without `ended_at` it is live. */
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

export interface SeedData {
  streamers: { id: string; login: string; display_name: string; profile_image?: string }[];
  streams: StreamRecord[];
  stream_changes: ({ stream_id: string; created_at: string } & StreamTopic)[];
  viewer_samples: { stream_id: string; created_at: string; viewers: number }[];
  follower_points: { streamer_id: string; created_at: string; followers: number }[];
  message_stats: {
    stream_id: string;
    total_messages: number;
    unique_chatters: number;
    deleted_messages: number;
    shared_messages?: number;
  }[];
  panels: { streamer_id: string; raw_url: string; created_at: string; removed_at?: string; panel_image?: string }[];
  events: EventRecord[];
  event_streams: { event_id: string; stream_id: string }[];
  event_markers: {
    id: string;
    event_id: string;
    title: string;
    description?: string;
    timestamp: string;
    color: string;
  }[];
  colab_sessions: { id: string; started_at: string; ended_at?: string; stream_ids: string[] }[];
}
