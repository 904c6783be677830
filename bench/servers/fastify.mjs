// Fastify with its plugins for bearer tokens, limits and compression, schemas for what comes in and what goes out, and pg.
import bearerAuth from '@fastify/bearer-auth';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { readEnvironment } from './environment.mjs';
import { createLaterQueries } from './later-queries.mjs';
import { createQueries, metrics } from './queries.mjs';
import { connect } from './statements.mjs';
import * as schemas from './fastify-schemas.mjs';

const { port, token, rateLimit: max, rateWindowMs, ...environment } = readEnvironment();
const rows = connect(environment);
const queries = { ...createQueries(rows), ...createLaterQueries(rows) };

const app = fastify({ logger: false });
// Its defaults: the encodings are zstd (from Node.js 22.15), br, gzip and deflate, in this order, from 1,024 bytes on.
await app.register(compress);
await app.register(rateLimit, { max, timeWindow: rateWindowMs });
if (token) await app.register(bearerAuth, { keys: [token] });

function orNotFound(value, reply) {
  return value ?? reply.code(404).send({ error: 'Not found' });
}

app.get(
  '/v1/streamer/:name/recent-streams',
  {
    schema: {
      params: schemas.streamerParams,
      querystring: schemas.page(20, 100, { from: schemas.moment, to: schemas.moment }),
      response: schemas.responses(schemas.list(schemas.streamSummary)),
    },
  },
  async ({ params: { name }, query }, reply) => {
    const isNewest = query.cursor === 0 && query.from === undefined && query.to === undefined;
    const found = isNewest ? queries.recentStreams(name, query.limit) : queries.streamsBetween(name, query);
    return orNotFound(await found, reply);
  },
);

app.get(
  '/v1/streamer/:name/thirty-day-stats',
  { schema: { params: schemas.streamerParams, response: schemas.responses(schemas.thirtyDayStats) } },
  async ({ params }, reply) => orNotFound(await queries.thirtyDayStats(params.name), reply),
);

app.get(
  '/v1/streamer/:name/follower-graph',
  { schema: { params: schemas.streamerParams, response: schemas.responses(schemas.list(schemas.followerPoint)) } },
  async ({ params }, reply) => orNotFound(await queries.followerGraph(params.name), reply),
);

app.get(
  '/v1/streamer/:name/partners',
  { schema: { params: schemas.streamerParams, response: schemas.responses(schemas.list(schemas.partner)) } },
  async ({ params }, reply) => orNotFound(await queries.partners(params.name), reply),
);

app.get(
  '/v1/leaderboard',
  {
    schema: {
      querystring: schemas.page(50, 200, { sort: { type: 'string', enum: metrics, default: 'watchtime' } }),
      response: schemas.responses(schemas.leaderboardPage),
    },
  },
  async ({ query }) => queries.leaderboard(query.sort, query.limit, query.cursor),
);

app.get(
  '/v1/streams/:id/message-stats',
  { schema: { params: schemas.streamParams, response: schemas.responses(schemas.messageStats) } },
  async ({ params }, reply) => orNotFound(await queries.messageStats(params.id), reply),
);

app.get(
  '/v1/streamer/:name/stats',
  {
    schema: {
      params: schemas.streamerParams,
      querystring: schemas.query({ days: { type: 'integer', enum: [7, 30, 90, 365], default: 30 } }),
      response: schemas.responses(schemas.windowStats),
    },
  },
  async ({ params, query }, reply) => orNotFound(await queries.windowStats(params.name, query.days), reply),
);

app.get(
  '/v1/stats',
  { schema: { querystring: schemas.names, response: schemas.responses(schemas.statsOf) } },
  async ({ query }) => queries.statsOf(query.names),
);

app.get(
  '/v1/streamers',
  {
    schema: {
      querystring: schemas.page(20, 100, {
        query: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
        sort: { type: 'string', enum: metrics },
      }),
      response: schemas.responses(schemas.list(schemas.listedStreamer)),
    },
  },
  async ({ query: { query, sort = 'watchtime', limit, cursor } }) =>
    query === undefined ? queries.rankStreamers(sort, limit, cursor) : queries.searchStreamers(query, limit, cursor),
);

app.get(
  '/v1/streams/live',
  { schema: { querystring: schemas.page(50, 100), response: schemas.responses(schemas.list(schemas.liveStream)) } },
  async ({ query }) => queries.liveStreams(query.limit, query.cursor),
);

app.get(
  '/v1/streams/:id',
  { schema: { params: schemas.streamParams, response: schemas.responses(schemas.streamDetail) } },
  async ({ params }, reply) => orNotFound(await queries.stream(params.id), reply),
);

app.get(
  '/v1/games',
  { schema: { querystring: schemas.page(50, 100), response: schemas.responses(schemas.list(schemas.game)) } },
  async ({ query }) => queries.games(query.limit, query.cursor),
);

app.get(
  '/v1/games/:name',
  {
    schema: {
      params: schemas.gameParams,
      querystring: schemas.query({ limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
      response: schemas.responses(schemas.gameDetail),
    },
  },
  async ({ params, query }, reply) => orNotFound(await queries.game(params.name, query.limit), reply),
);

await app.listen({ port, host: '127.0.0.1' });
