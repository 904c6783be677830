/** A board without its entries. */
export interface BoardSummary {
  from: string;
  to: string;
  refreshed_at: string;
  /** The time from which the board is known, and the one of the board of the window before. */
  known_since: string | null;
  previous_known_since: string | null;
  is_final: boolean;
  /** Number of ranked streamers. */
  entries: number;
  games: number;
  /** Number of ranked streamers by language. */
  languages: Record<string, number>;
}
