/** Durations in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A range of instants, `[from, to)`, in milliseconds of Unix time. An end without a limit is infinite. */
export interface TimeRange {
  from: number;
  to: number;
}

export const allTime: TimeRange = { from: -Infinity, to: Infinity };

export function isAllTime({ from, to }: TimeRange): boolean {
  return from === -Infinity && to === Infinity;
}

/** Returns the ends of a range in ISO 8601. An end without a limit is undefined. */
export function writeRange({ from, to }: TimeRange): { from: string | undefined; to: string | undefined } {
  const write = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : undefined);
  return { from: write(from), to: write(to) };
}
