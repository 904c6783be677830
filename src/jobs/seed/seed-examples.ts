/** Parts of the seed that the documentation, examples and the URLs to try use. Every seeding creates the same ones. */
export const SEED_EXAMPLES = {
  /** Has data of every kind: streams, followers, partners, message statistics. Is not live, so that her figures stay the same. */
  streamerLogin: 'aurora_plays',
  streamerId: '100000001',
  /** Her newest stream: ended, no null property, message statistics, viewer samples every 5 minutes. */
  streamId: '40100000001',
  /** A stream of the streamer with figures from viewer samples: one a minute for 5 hours, with a gap. */
  sampledStreamId: '40100000002',
  /** Live, with figures from viewer samples and message statistics so far. */
  liveStreamerLogin: 'nightshift_radio',
  liveStreamId: '40100002007',
  /** Streams at the same time as hers, in the same event. */
  guestStreamIds: ['40100074001', '40100075001', '40100076001'],
  /** Live at the same time as the stream above. */
  secondLiveStreamId: '40100077001',
  /** The title is unknown, since the platform has deleted the stream. */
  deletedStreamId: '40100078001',
  /** Public and ended, with markers and three streams, including one of the streamer. */
  eventId: '300000001',
  liveEventId: '300000002',
  /** Includes a stream of the streamer. */
  privateEventId: '300000003',
  /** Digits that are both the login of one channel and the ID of another; the ID takes precedence. */
  digitsLoginAndId: '100000019',
  /** A known streamer without data. */
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
