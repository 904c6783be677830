import { chosen } from './options.mjs';

/**
 * The operations that are requested of every server: the kind of key that an operation takes, its URL, and its URL in PostgREST.
 * To add one: an entry here, a query in servers/queries.mjs with a route in bare.mjs and fastify.mjs, a function
 * in servers/postgrest.sql, a handler in servers/nest.
 */
export const contract = [
  {
    name: 'recent-streams',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/recent-streams`,
    postgrest: (name) => ({ path: `/rpc/recent_streams?name=${name}` }),
  },
  {
    name: 'thirty-day-stats',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/thirty-day-stats`,
    postgrest: (name) => ({ path: `/rpc/thirty_day_stats?name=${name}`, single: true }),
  },
  {
    name: 'follower-graph',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/follower-graph`,
    postgrest: (name) => ({ path: `/rpc/follower_graph?name=${name}` }),
  },
  {
    name: 'partners',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/partners`,
    postgrest: (name) => ({ path: `/rpc/partners?name=${name}` }),
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

const laterServers = ['fastify', 'ours', 'before'];

/**
 * The operations that came later, and the servers that have them. To add one: an entry here, its keys in keys.mjs, a query
 * in servers/later-queries.mjs with a route in fastify.mjs.
 */
const later = [
  {
    name: 'streams-between',
    keys: 'ranges',
    path: ({ name, from, to, cursor }) => `/v1/streamer/${name}/recent-streams?from=${from}&to=${to}&cursor=${cursor}`,
  },
  { name: 'seven-day-stats', keys: 'streamers', path: (name) => `/v1/streamer/${name}/stats?days=7` },
  { name: 'stats-of-20', keys: 'nameLists', path: (names) => `/v1/stats?names=${names}` },
  { name: 'search', keys: 'starts', path: (start) => `/v1/streamers?query=${start}` },
  { name: 'streamers', keys: 'lists', path: ({ sort, cursor }) => `/v1/streamers?sort=${sort}&cursor=${cursor}` },
  { name: 'live', keys: 'livePages', path: (cursor) => `/v1/streams/live?cursor=${cursor}` },
  { name: 'stream', keys: 'streams', path: (id) => `/v1/streams/${id}` },
  { name: 'games', keys: 'gamePages', path: (cursor) => `/v1/games?cursor=${cursor}` },
  { name: 'game', keys: 'games', path: (name) => `/v1/games/${encodeURIComponent(name)}` },
].map((operation) => ({ ...operation, servers: laterServers }));

const sets = { contract, later };

/** The operations that --operations names: `contract`, `later`, and single ones. */
export function chosenOperations({ operations = 'contract' }) {
  const names = operations.split(',').flatMap((name) => sets[name]?.map((operation) => operation.name) ?? name);
  return chosen([...contract, ...later], names.join(','), 'operations');
}

/** Whether a server has an operation. */
export function hasOperation({ name, runs = name }, { servers }) {
  return servers?.includes(runs) ?? true;
}
