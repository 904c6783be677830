/**
 * Returns SQL for the time until which a viewer sample `v` counts: until the stream's next sample, otherwise until the
 * end of the stream. Null for the last sample of a live stream. `endedAt` is SQL for the end of the stream.
 */
export function heldUntil(endedAt: string): string {
  return `COALESCE(lead(v.created_at) OVER (PARTITION BY v.stream_id ORDER BY v.created_at), ${endedAt})`;
}

/**
 * SQL for the viewer samples `v` from the start to the end of a stream `s`, both inclusive. The bounds prevent
 * PostgreSQL from reading partitions of other months.
 */
export const samplesOfStream = `
  v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')`;
