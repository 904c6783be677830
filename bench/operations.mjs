/**
 * The operations that the benchmark requests from every server: kind of key, URL, and URL in PostgREST. To add an operation,
 * add an entry here, a query in servers/queries.mjs with a route in bare.mjs and fastify.mjs, a function in
 * servers/postgrest.sql, and a handler in servers/nest.
 */
export const operations = [
  ...['recent-streams', 'follower-graph', 'partners'].map((name) => ({
    name,
    keys: 'streamers',
    path: (streamer) => `/v1/streamer/${streamer}/${name}`,
    postgrest: (streamer) => ({ path: `/rpc/${name.replace('-', '_')}?name=${streamer}` }),
  })),
  {
    name: 'thirty-day-stats',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/thirty-day-stats`,
    postgrest: (name) => ({ path: `/rpc/thirty_day_stats?name=${name}`, single: true }),
  },
  {
    name: 'leaderboard',
    keys: 'pages',
    path: ({ sort, cursor }) => `/v1/leaderboard?sort=${sort}&cursor=${cursor}`,
    postgrest: ({ sort, cursor }) => ({ path: `/rpc/leaderboard_${sort}?cursor=${cursor}` }),
  },
  {
    name: 'message-stats',
    keys: 'streams',
    path: (id) => `/v1/streams/${id}/message-stats`,
    postgrest: (id) => ({ path: `/rpc/message_stats?id=${id}`, single: true }),
  },
];
