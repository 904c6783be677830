import { SEED_EXAMPLES } from '../seed-examples.js';
import { seedSessionId } from '../seed-ids.js';
import { ColabSessionRecord } from '../seed-records.js';
import { HOUR, SeedTime } from '../seed-time.js';

/** Time that streamers spent together: two of them, four of them, and two who still do. */
export function colabCases(time: SeedTime): ColabSessionRecord[] {
  const { streamId, guestStreamIds, liveStreamId, secondLiveStreamId } = SEED_EXAMPLES;
  return [
    {
      id: seedSessionId(1),
      started_at: time.isoAgo(19 * HOUR + 40),
      ended_at: time.isoAgo(19 * HOUR),
      stream_ids: [streamId, guestStreamIds[0]],
    },
    {
      id: seedSessionId(2),
      started_at: time.isoAgo(18.5 * HOUR),
      ended_at: time.isoAgo(17.25 * HOUR),
      stream_ids: [streamId, ...guestStreamIds],
    },
    { id: seedSessionId(3), started_at: time.isoAgo(60), stream_ids: [liveStreamId, secondLiveStreamId] },
  ];
}
