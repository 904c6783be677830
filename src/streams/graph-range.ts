/** Which part of a graph's time is asked for: `[from, to)`, in ISO 8601; unbounded where undefined. */
export interface GraphRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Which of a streamer's streams are asked for, newest first: those that started in a range. */
export interface RecentRange extends GraphRange {
  /** How many of them to leave out at the beginning. */
  offset?: number;
}

/** The range with its moments cut to whole parts of a length, in UTC, so that ranges that differ by less ask for the same graph. */
export function cutRange({ from, to }: GraphRange, partSeconds: number): GraphRange {
  const cut = (moment: string | undefined) => {
    if (moment === undefined) return undefined;
    const partMs = partSeconds * 1_000;
    return new Date(Math.floor(Date.parse(moment) / partMs) * partMs).toISOString();
  };
  return { from: cut(from), to: cut(to) };
}
