import { StreamDetail } from './stream-detail.response.js';

type ObservedStream = Pick<StreamDetail, 'started_at' | 'ended_at'> & {
  coverage: Pick<StreamDetail['coverage'], 'last_seen_at'>;
};

/** Returns the end of a stream. A live stream lasts until its last observation or sample, or until now without either. */
export function endOfStream({ started_at, ended_at, coverage }: ObservedStream, now: Date): string {
  const end = ended_at ?? coverage.last_seen_at ?? now.toISOString();
  return end > started_at ? end : started_at;
}
