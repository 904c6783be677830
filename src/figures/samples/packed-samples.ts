/** Columns of packed_samples. `first_offset` is the time from the start of the stream to the first sample. */
export interface PackedSamples {
  first_offset: number | null;
  first_viewers: number | null;
  step_ms: number | null;
  sample_count: number | null;
  time_steps: number[] | null;
  long_time_steps: number[] | null;
  viewer_steps: number[] | null;
  long_viewer_steps: number[] | null;
}

/** Returns the samples of a packed row, like the SQL function unpack_samples. Without a row, the arrays are empty. */
export function unpacked(row: PackedSamples): { offsets: number[]; viewers: number[] } {
  const { first_offset: firstOffset, first_viewers: firstViewers, step_ms: stepMs, sample_count: count } = row;
  const offsets: number[] = [];
  const viewers: number[] = [];
  if (firstOffset === null || firstViewers === null || stepMs === null || count === null) return { offsets, viewers };
  const timeSteps = row.time_steps ?? row.long_time_steps;
  const viewerSteps = row.viewer_steps ?? row.long_viewer_steps;
  let [offset, current] = [firstOffset, firstViewers];
  for (let i = 0; i < count; i++) {
    if (i > 0) offset += stepMs;
    offset += timeSteps?.[i] ?? 0;
    current += viewerSteps?.[i] ?? 0;
    offsets.push(offset);
    viewers.push(current);
  }
  return { offsets, viewers };
}
