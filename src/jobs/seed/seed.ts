import { SeedChannel } from './seed-channel.js';
import { SeedData } from './seed-records.js';
import { SeedTime } from './seed-time.js';

/** The rows of the seed, to which the cases add their own. */
export class Seed {
  readonly rows: SeedData = {
    ...{ streamers: [], streams: [], stream_changes: [], viewer_samples: [], follower_points: [], message_stats: [] },
    ...{ panels: [], events: [], event_streams: [], event_markers: [], colab_sessions: [] },
  };

  constructor(readonly time: SeedTime) {}

  /** Adds a streamer. The default of the display name is the login in camel case. */
  addChannel(number: number, login: string, displayName?: string): SeedChannel {
    return new SeedChannel(this.rows, this.time, number, login, displayName);
  }
}
