/** Which part of a graph's time is asked for: `[from, to)`, in ISO 8601; unbounded where undefined. */
export interface GraphRange {
  from?: string | undefined;
  to?: string | undefined;
}
