/** What is known of a streamer at any time. */
export interface StreamerProfile {
  display_name: string;
  /** Whether the streamer has a live stream. */
  is_live: boolean;
  /** Whether that stream was not observed of late, so it may have ended. */
  is_stale: boolean;
  /** When that stream was last observed; null without one, and for one that was never observed. */
  last_seen_at: string | null;
  /** The last follower point; null if there is none. */
  followers: number | null;
}
