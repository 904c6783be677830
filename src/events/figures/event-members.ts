import { PlatformName } from '../../config/platforms.js';

/** The role of a stream in an event. */
export const streamRoles = ['official', 'co_stream'] as const;
export type StreamRole = (typeof streamRoles)[number];

/** A stream of an event, with what its figures need. */
export interface EventMember {
  id: string;
  streamer_id: string;
  name: string;
  display_name: string;
  role: StreamRole | null;
  language: string | null;
  started_at: string;
  ended_at: string | null;
  last_seen_at: string | null;
  peak_viewers: number | null;
  sample_count: number | null;
  platform: PlatformName;
  external_id: string | null;
}
