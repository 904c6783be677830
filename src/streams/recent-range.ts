/** Which of a streamer's streams are asked for, newest first; all of them unless bounded. */
export interface RecentRange {
  /** How many of them to leave out at the beginning. */
  offset?: number;
  /** Those that started in `[from, to)`, in ISO 8601; unbounded where undefined. */
  from?: string | undefined;
  to?: string | undefined;
}
