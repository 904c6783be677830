/**
 * The operations that the benchmark requests from every server: kind of key, and URL. To add an operation, add an entry here, and
 * a query in servers/queries.mjs with a route in bare.mjs and fastify.mjs.
 */
export const operations = [
  ...['recent-streams', 'follower-graph', 'partners'].map((name) => ({
    name,
    keys: 'streamers',
    path: (streamer) => `/v1/streamer/${streamer}/${name}`,
  })),
  {
    name: 'thirty-day-stats',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/thirty-day-stats`,
  },
  {
    name: 'leaderboard',
    keys: 'pages',
    path: ({ sort, cursor }) => `/v1/leaderboard?sort=${sort}&cursor=${cursor}`,
  },
  {
    name: 'message-stats',
    keys: 'streams',
    path: (id) => `/v1/streams/${id}/message-stats`,
  },
];
