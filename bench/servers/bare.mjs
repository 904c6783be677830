// The upper bound: the HTTP server of Node.js and pg, without limits, validation or documentation. With FROM_MEMORY=on, it
// stores the response to each URL in each encoding, and repeats it from memory.
import { createServer } from 'node:http';
import { URLSearchParams } from 'node:url';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { createQueries } from './queries.mjs';

const { PORT, FROM_MEMORY } = process.env;
const queries = createQueries();

const ofStreamer = {
  'recent-streams': (name, query) => queries.recentStreams(name, numberOf(query.get('limit'))),
  'thirty-day-stats': (name) => queries.thirtyDayStats(name),
  'follower-graph': (name) => queries.followerGraph(name),
  partners: (name) => queries.partners(name),
};
const ofStream = {
  'message-stats': (id) => queries.messageStats(id),
};
const noQuery = new URLSearchParams();

async function answer(url) {
  const mark = url.indexOf('?');
  const query = mark < 0 ? noQuery : new URLSearchParams(url.slice(mark + 1));
  const [, , resource, key, operation] = (mark < 0 ? url : url.slice(0, mark)).split('/');
  if (resource === 'streamer') return ofStreamer[operation]?.(key, query);
  if (resource === 'streams') return ofStream[operation]?.(key, query);
  if (resource !== 'leaderboard') return undefined;
  return queries.leaderboard(
    query.get('sort') ?? undefined,
    numberOf(query.get('limit')),
    numberOf(query.get('cursor')),
  );
}

function numberOf(text) {
  return text === null ? undefined : Number(text);
}

const gzip = promisify(gzipWithCallback);
const minCompressedBytes = 1024;

function takesGzip({ headers }) {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

/** Encoded body and headers. For clients that accept gzip, the body is compressed with zlib's defaults. */
async function represent(request, value) {
  const json = JSON.stringify(value);
  const length = Buffer.byteLength(json);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding' };
  if (!takesGzip(request) || length < minCompressedBytes) {
    return { body: json, headers: { ...headers, 'Content-Length': length } };
  }
  const body = await gzip(json);
  return { body, headers: { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': body.length } };
}

async function send(request, response, status, value) {
  const { body, headers } = await represent(request, value);
  response.writeHead(status, headers);
  response.end(body);
}

async function respond(request, response) {
  try {
    const value = await answer(request.url);
    if (value === undefined) await send(request, response, 404, { error: 'Not found' });
    else await send(request, response, 200, value);
  } catch (error) {
    console.error(error);
    await send(request, response, 500, { error: 'Internal server error' });
  }
}

const kept = { gzip: new Map(), identity: new Map() };

async function respondFromMemory(request, response) {
  const known = kept[takesGzip(request) ? 'gzip' : 'identity'];
  let representation = known.get(request.url);
  if (representation === undefined) {
    const { body, headers } = await represent(request, await answer(request.url));
    representation = { body: Buffer.from(body), headers };
    known.set(request.url, representation);
  }
  response.writeHead(200, representation.headers);
  response.end(representation.body);
}

createServer(FROM_MEMORY === 'on' ? respondFromMemory : respond).listen(Number(PORT), '127.0.0.1');
