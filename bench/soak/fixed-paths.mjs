/** Answers of the seed that do not change, and that are wrong if they do. */
export const fixed = [
  '/v1/streamer/aurora_plays/recent-streams',
  '/v1/streamer/aurora_plays/recent-streams?limit=100',
  '/v1/streamer/aurora_plays/thirty-day-stats',
  '/v1/streamer/aurora_plays/follower-graph',
  '/v1/streamer/aurora_plays/partners',
  '/v1/streamer/aurora_plays/events',
  '/v1/streams/40100000001/message-stats',
  '/v1/streams/40100000001/before',
  '/v1/streams/40100000001/graphs/hourly',
  '/v1/streams/40100000002/graphs/minutely',
  '/v1/streams/40100000001/colab-sessions',
  '/v1/events/300000001',
  '/v1/health/live',
];

export const refused = {
  '/v1/leaderboard?limit=0': 400,
  '/v1/leaderboard?sort=fame': 400,
  '/v1/streamer/a-b/partners': 400,
  '/v1/nothing': 404,
  '/%ZZ': 400,
};
