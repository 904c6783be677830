import { jsonFields } from '../database/json-fields.js';
import { LeaderboardEntry } from './dto/leaderboard-page.response.js';

/** SQL for the fields of an entry with the figures `f`, for its JSON on the board. */
export const entryFields = jsonFields<LeaderboardEntry>({
  id: 'f.streamer_id::text',
  name: 'f.name',
  display_name: 'f.display_name',
  followers: 'f.followers',
  watchtime: 'f.watchtime',
  averageviewers: 'f.avg_viewers',
  peakviewers: 'f.peak_viewers',
  followergain: 'f.follower_gain',
});
