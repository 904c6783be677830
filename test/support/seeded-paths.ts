/** A path for each operation that returns data of the seed, even a few hours after seeding. */
export const seededPaths = [
  '/v1/streamer/aurora_plays/recent-streams',
  '/v1/streamer/aurora_plays/thirty-day-stats',
  '/v1/streamer/aurora_plays/stats?days=7',
  '/v1/stats?names=aurora_plays,nightshift_radio,nobody',
  '/v1/streamer/aurora_plays/follower-graph',
  '/v1/streamer/aurora_plays/follower-graph.svg',
  '/v1/streamer/aurora_plays/badge.svg?metric=watchtime',
  '/v1/streamer/aurora_plays/partners',
  '/v1/streamer/aurora_plays/events',
  '/v1/leaderboard?sort=followers&limit=20',
  '/v1/games?limit=20',
  '/v1/games/Just%20Chatting',
  '/v1/streamers?query=aurora',
  '/v1/streams/live',
  '/v1/streams/40100000001',
  '/v1/streams/40100000001/message-stats',
  '/v1/streams/40100000001/before',
  '/v1/streams/40100000001/graphs/hourly',
  '/v1/streams/40100000001/graphs/hourly.svg',
  '/v1/streams/40100000001/colab-sessions',
  '/v1/events/public',
  '/v1/events/300000001',
  '/v1/status',
];

/** The i-th path, modulo the number of paths. */
export function seededPath(i: number): string {
  return seededPaths[i % seededPaths.length] ?? '';
}
