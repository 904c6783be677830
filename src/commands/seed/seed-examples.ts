import { seedEventId, seedStreamerId, seedStreamId } from './seed-ids.js';

/** Parts of the seed that documentation, examples and the URLs to try name. They stay the same whenever it is seeded. */
export const SEED_EXAMPLES = {
  /** Has everything: streams, followers, partners, message statistics. Is not live, so that her figures stand still. */
  streamerLogin: 'aurora_plays',
  streamerId: seedStreamerId(1),
  streamerDisplayName: 'AuroraPlays',
  /** Her newest stream: ended, no property null, message statistics, viewer samples every 5 minutes. */
  streamId: seedStreamId(1, 1),
  /** A stream of hers whose figures come from viewer samples, one a minute for 5 hours with a gap. */
  sampledStreamId: seedStreamId(1, 2),
  /** Live, with figures from viewer samples and message statistics so far. */
  liveStreamerLogin: 'nightshift_radio',
  liveStreamId: seedStreamId(3, 7),
  /** Streams of the same time as hers: they take part in her event. */
  guestStreamIds: [seedStreamId(75, 1), seedStreamId(76, 1), seedStreamId(77, 1)],
  /** Live beside the live one. */
  secondLiveStreamId: seedStreamId(78, 1),
  /** Its title is unknown, since the platform has deleted it. */
  deletedStreamId: seedStreamId(79, 1),
  /** Public and over, with three streams, hers among them, and markers. */
  eventId: seedEventId(1),
  liveEventId: seedEventId(2),
  /** With a stream of hers. */
  privateEventId: seedEventId(3),
  /** Over 150 streams and a watchtime above 2^32. */
  biggestStreamerLogin: 'worldstage_arena',
  /** Digits that are both the login of one channel and the id of another; the id wins. */
  digitsLoginAndId: seedStreamerId(19),
  /** Known, without any data. */
  emptyStreamerLogin: 'fresh_account_fred',
} as const;

const { streamerLogin, streamId, liveStreamerLogin, eventId } = SEED_EXAMPLES;

export const seedPaths: readonly string[] = [
  `/v1/streamer/${streamerLogin}/recent-streams?limit=5`,
  `/v1/streamer/${streamerLogin}/thirty-day-stats`,
  `/v1/streamer/${streamerLogin}/follower-graph`,
  `/v1/streamer/${streamerLogin}/partners`,
  `/v1/streamer/${liveStreamerLogin}/recent-streams?limit=1`,
  '/v1/leaderboard?sort=followergain&limit=10',
  `/v1/streams/${streamId}/message-stats`,
  `/v1/streams/${streamId}/graphs/fiveMinutes`,
  `/v1/streams/${streamId}/colab-sessions`,
  '/v1/events/public',
  `/v1/events/${eventId}`,
];
