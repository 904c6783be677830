// The limit: Node's own HTTP server and pg, without tokens, limits, validation or documentation. With FROM_MEMORY=on it
// answers the same bytes from memory once it has answered a URL.
import { createServer } from 'node:http';
import { URLSearchParams } from 'node:url';
import { readEnvironment } from './environment.mjs';
import { createQueries } from './queries.mjs';

const environment = readEnvironment();
const queries = createQueries(environment);

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

function send(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function respond(request, response) {
  try {
    const value = await answer(request.url);
    if (value === undefined) send(response, 404, { error: 'Not found' });
    else send(response, 200, value);
  } catch (error) {
    console.error(error);
    send(response, 500, { error: 'Internal server error' });
  }
}

const kept = new Map();

async function respondFromMemory(request, response) {
  const known = kept.get(request.url);
  if (known === undefined) {
    const body = Buffer.from(JSON.stringify(await answer(request.url)));
    kept.set(request.url, {
      body,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length },
    });
    return respondFromMemory(request, response);
  }
  response.writeHead(200, known.headers);
  response.end(known.body);
}

createServer(environment.fromMemory ? respondFromMemory : respond).listen(environment.port, '127.0.0.1');
