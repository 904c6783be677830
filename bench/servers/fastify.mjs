// Fastify with its plugins for limits and compression, schemas for requests and responses, and pg.
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { createQueries, metrics } from './queries.mjs';
import * as schemas from './fastify-schemas.mjs';

const { PORT, RATE_LIMIT, RATE_WINDOW_SECONDS } = process.env;
const queries = createQueries();

const app = fastify({ logger: false });
// Defaults of the plugin: zstd (from Node.js 22.15), br, gzip and deflate, in this order, from 1,024 bytes on.
await app.register(compress);
await app.register(rateLimit, { max: Number(RATE_LIMIT), timeWindow: Number(RATE_WINDOW_SECONDS) * 1000 });

function orNotFound(value, reply) {
  return value ?? reply.code(404).send({ error: 'Not found' });
}

app.get(
  '/v1/streamer/:name/recent-streams',
  {
    schema: {
      params: schemas.streamerParams,
      querystring: schemas.query({ limit: schemas.limit(20, 100) }),
      response: schemas.responses(schemas.list(schemas.streamSummary)),
    },
  },
  async ({ params, query }, reply) => orNotFound(await queries.recentStreams(params.name, query.limit), reply),
);

const ofStreamer = {
  'thirty-day-stats': { find: queries.thirtyDayStats, response: schemas.thirtyDayStats },
  'follower-graph': { find: queries.followerGraph, response: schemas.list(schemas.followerPoint) },
  partners: { find: queries.partners, response: schemas.list(schemas.partner) },
};
for (const [name, { find, response }] of Object.entries(ofStreamer)) {
  app.get(
    `/v1/streamer/:name/${name}`,
    { schema: { params: schemas.streamerParams, response: schemas.responses(response) } },
    async ({ params }, reply) => orNotFound(await find(params.name), reply),
  );
}

app.get(
  '/v1/leaderboard',
  {
    schema: {
      querystring: schemas.query({
        sort: { type: 'string', enum: metrics, default: 'watchtime' },
        limit: schemas.limit(50, 200),
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

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
