import { PlatformName } from '../config/platforms.js';
import { LeaderboardMetric } from './boards.js';

/** An entry of the leaderboard on a page. Unlike in the API, a figure is null if it is unknown. */
export type BoardEntry = Record<LeaderboardMetric, number | null> & {
  id: string;
  name: string;
  display_name: string;
  platform: PlatformName;
  external_id: string | null;
  /** The language of most streams in the window. */
  language: string | null;
  previous_rank: number | null;
  /** Whether `previous_rank` is known. False with a filter, and on boards of the previous release. */
  is_compared: boolean;
  /** Average viewers of the last streams in the window, oldest first. Empty for entries with low ranks. */
  recent_viewers: (number | null)[];
};
