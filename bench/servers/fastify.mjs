// Fastify with its plugins for bearer tokens, limits and compression, schemas for what comes in and what goes out, and pg.
import bearerAuth from '@fastify/bearer-auth';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { readEnvironment } from './environment.mjs';
import { createQueries, metrics } from './queries.mjs';
import { connect } from './statements.mjs';
import * as schemas from './fastify-schemas.mjs';

const { port, token, rateLimit: max, rateWindowMs, ...environment } = readEnvironment();
const queries = createQueries(connect(environment));

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
      querystring: schemas.query({ limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
      response: schemas.responses(schemas.list(schemas.streamSummary)),
    },
  },
  async ({ params, query }, reply) => orNotFound(await queries.recentStreams(params.name, query.limit), reply),
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
      querystring: schemas.query({
        sort: { type: 'string', enum: metrics, default: 'watchtime' },
        limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        cursor: { type: 'integer', minimum: 0, default: 0 },
      }),
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

await app.listen({ port, host: '127.0.0.1' });
