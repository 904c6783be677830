import { StreamSummary } from './stream-summary.response.js';

type Times = Pick<StreamSummary, 'started_at' | 'ended_at'>;

/** Returns the end of a stream. A live stream lasts until its last observation or sample, or until now without either. */
export function endOfStream({ started_at, ended_at }: Times, lastSeenAt: string | null, now: Date): string {
  const end = ended_at ?? lastSeenAt ?? now.toISOString();
  return end > started_at ? end : started_at;
}
