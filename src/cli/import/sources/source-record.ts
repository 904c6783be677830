/** One record of an input, or the reason why it is none. */
export interface SourceRecord {
  /** From 1. */
  readonly line: number;
  readonly record: Record<string, unknown> | null;
  /** Why there is no record; null if there is one. */
  readonly problem: string | null;
  /** The text that the record was read from. */
  readonly raw: string;
}
