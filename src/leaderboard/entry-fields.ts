import { LeaderboardEntry } from './dto/leaderboard-page.response.js';

const columns: Record<keyof LeaderboardEntry, string> = {
  id: 'f.streamer_id::text',
  name: 'f.name',
  display_name: 'f.display_name',
  followers: 'f.followers',
  watchtime: 'f.watchtime',
  averageviewers: 'f.avg_viewers',
  peakviewers: 'f.peak_viewers',
  followergain: 'f.follower_gain',
};

/** SQL for the fields of an entry with the figures `f`, of which `row_to_json` makes its JSON. */
export const entryFields = Object.entries(columns)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(', ');
