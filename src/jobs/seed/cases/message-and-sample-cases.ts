import { ChannelCase } from '../channel-case.js';
import { StreamPlan } from '../seed-channel.js';
import { DAY, HOUR } from '../seed-time.js';

/**
 * Message statistics of every kind, and missing ones, which read as zeros. In the second row a moderator cleared a raid of spam.
 */
const CHATS: [number: number, login: string, chat: Partial<StreamPlan>][] = [
  [71, 'hushed_hugo', { unique_chatters: 0, messages: [0, 0] }],
  [72, 'purged_petra', { messages: [512, 512] }],
  [73, 'unlogged_una', { unknown: ['unique_chatters'] }],
];

const ONE_SAMPLE = { minute: 30, viewers: 37 };

/** Streamers with one stream each, for special cases of message statistics. */
export const messageCases = (): ChannelCase[] =>
  CHATS.map(([number, login, chat]) => ({
    number,
    login,
    streams: [{ startedAgo: 2 * DAY, minutes: 90, viewers: [number, number * 2], ...chat }],
    followers: [number * 20, 5],
  }));

/**
 * A stream that was observed once, and one that was never observed. One sample a minute for 5 hours with a gap:
 * SEED_EXAMPLES.sampledStreamId; live with one sample a minute: SEED_EXAMPLES.liveStreamId.
 */
export const sampleCases = (): ChannelCase[] => [
  {
    number: 74,
    login: 'one_sample_olga',
    streams: [
      { startedAgo: 7 * DAY, minutes: 2 * HOUR, title: 'seen by nobody', game_name: 'Art' },
      {
        startedAgo: 3 * DAY,
        minutes: 90,
        title: 'seen once, half an hour in',
        game_name: 'Art',
        samples: [ONE_SAMPLE],
      },
    ],
    followers: [640, 3],
  },
];
