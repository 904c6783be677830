/** What a graph of many streams needs of each. Null means unknown. */
export interface StreamOutline {
  id: string;
  started_at: string;
  /** Whole minutes, as in the figures of windows. */
  minutes: number;
  avg_viewers: number | null;
  peak_viewers: number | null;
  watchtime: number | null;
  game_name: string | null;
}
