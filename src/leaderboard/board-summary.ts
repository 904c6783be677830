/** A board without its entries. */
export interface BoardSummary {
  from: string;
  to: string;
  refreshed_at: string;
  is_final: boolean;
  /** Number of ranked streamers. */
  entries: number;
  games: number;
  /** Number of ranked streamers by language. */
  languages: Record<string, number>;
}
