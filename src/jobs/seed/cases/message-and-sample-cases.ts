import { StreamPlan } from '../plans.js';
import { Seed } from '../seed.js';
import { DAY, HOUR } from '../seed-time.js';

/**
 * Message statistics of every kind, and missing ones, which read as zeros. In the second row a moderator cleared a raid of spam.
 */
const CHATS: [number: number, login: string, chat: Partial<StreamPlan>][] = [
  [71, 'hushed_hugo', { unique_chatters: 0, messages: [0, 0] }],
  [72, 'purged_petra', { messages: [512, 512] }],
  [73, 'unlogged_una', { unique_chatters: undefined }],
];

/** Streamers with one stream each, for special cases of message statistics. */
export function addMessageCases(seed: Seed): void {
  for (const [number, login, chat] of CHATS) {
    seed
      .addChannel(number, login)
      .addStreams({ startedAgo: 2 * DAY, minutes: 90, viewers: [number, number * 2], ...chat })
      .addFollowers(number * 20, 5);
  }
}

/**
 * A stream that was observed once, and one that was never observed. One sample a minute for 5 hours with a gap:
 * SEED_EXAMPLES.sampledStreamId; live with one sample a minute: SEED_EXAMPLES.liveStreamId.
 */
export function addSampleCases(seed: Seed): void {
  const once = { title: 'seen once, half an hour in', game_name: 'Art', samples: [{ minute: 30, viewers: 37 }] };
  seed
    .addChannel(74, 'one_sample_olga')
    .addStreams({ startedAgo: 7 * DAY, minutes: 2 * HOUR, title: 'seen by nobody', game_name: 'Art' })
    .addStreams({ startedAgo: 3 * DAY, minutes: 90, ...once })
    .addFollowers(640, 3);
}
