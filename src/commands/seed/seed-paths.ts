import { SEED_EXAMPLES } from './seed-examples.js';

const { streamerLogin, streamId, liveStreamerLogin, eventId } = SEED_EXAMPLES;

/** Paths to try on a seeded service. */
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
