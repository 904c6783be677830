/** What is known of a streamer at any time. */
export interface StreamerProfile {
  display_name: string;
  /** Whether the streamer has a live stream. */
  is_live: boolean;
  /** The last follower point; null if there is none. */
  followers: number | null;
}
