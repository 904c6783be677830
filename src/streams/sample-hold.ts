/** SQL for the moment of the next sample of the same stream as a viewer sample `v`; null for the last one. */
export const nextSampleAt = 'lead(v.created_at) OVER (PARTITION BY v.stream_id ORDER BY v.created_at)';

/**
 * SQL for the moment until which a viewer sample `v` of a stream holds: until the stream's next sample, or else until the
 * stream ends. Null for the last sample of a live stream. `endedAt` is the SQL of the stream's end.
 */
export function heldUntil(endedAt: string): string {
  return `COALESCE(${nextSampleAt}, ${endedAt})`;
}

/**
 * SQL for the viewer samples `v` of a stream `s` within its time, which the moments of its start and its end belong to. Both
 * bounds keep PostgreSQL from looking into partitions of other months.
 */
export const samplesOfStream = `
  v.stream_id = s.id AND v.created_at >= s.started_at AND v.created_at <= COALESCE(s.ended_at, 'infinity')`;
