import { SEED_EXAMPLES } from '../../src/jobs/seed/seed-examples.js';

/** Values from the seed, by the name of the path parameter. */
export const known: Record<string, string[]> = {
  name: [SEED_EXAMPLES.streamerLogin, SEED_EXAMPLES.streamerId, SEED_EXAMPLES.emptyStreamerLogin, 'longhaul_lena'],
  id: [SEED_EXAMPLES.streamId, SEED_EXAMPLES.liveStreamId, SEED_EXAMPLES.eventId, SEED_EXAMPLES.privateEventId, '1'],
};
