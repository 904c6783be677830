import assert from 'node:assert/strict';
import { fetchFrom } from './measure.mjs';
import { hasOperation } from './operations.mjs';
import { requestOf } from './servers/servers.mjs';

const keysEach = 40;
// Some figures change while a stream is live, so servers that are asked one after the other may differ once.
const attempts = 3;

/**
 * Throws unless all servers that have an operation answer the same rows to a sample of its keys, in each encoding. Answers the
 * Content-Encodings that each server used.
 */
export async function checkSameRows(runningServers, operations, keys, options) {
  const used = new Map(runningServers.map(({ server }) => [server.title, new Set()]));
  for (const operation of operations) {
    const { cold, hot } = keys[operation.keys];
    const asked = runningServers.filter(({ server }) => hasOperation(server, operation));
    for (const key of [...cold.slice(0, keysEach), ...hot.slice(0, keysEach)]) {
      const answers = await checkKey(asked, operation, key, options);
      for (const { title, contentEncoding } of answers) used.get(title).add(contentEncoding);
    }
  }
  return Object.fromEntries([...used].map(([title, encodings]) => [title, [...encodings].sort().join(', ')]));
}

async function checkKey(runningServers, operation, key, options) {
  for (let attempt = 1; ; attempt++) {
    const answers = await Promise.all(
      runningServers.flatMap((running) =>
        options.encodings.map((encoding) => answerOf(running, operation, key, { ...options, encoding })),
      ),
    );
    const [first] = answers;
    const different = answers.find(({ rows }) => !isSame(rows, first.rows));
    if (different === undefined) return answers;
    if (attempt < attempts) continue;
    const where = `${operation.name} of ${JSON.stringify(key)}: ${different.title} differs from ${first.title}`;
    assert.deepEqual(different.rows, first.rows, where);
  }
}

/** Properties that only the service returns, so the peers do slightly less work. */
const onlyOurs = new Set(['is_stale', 'last_seen_at', 'participant_ids', 'channel_ids']);

async function answerOf(running, operation, key, options) {
  const { title } = running.server;
  const request = requestOf(running.server, operation, key, options);
  const response = await fetchFrom(running, request);
  const body = JSON.parse(await response.text(), (name, value) => (onlyOurs.has(name) ? undefined : value));
  if (response.status !== 200) {
    throw new Error(`${title} answers ${request.path} with ${response.status}: ${JSON.stringify(body)}`);
  }
  const rows = operation.postgrest ? rowsOf(body).map(normalised) : [body];
  return { title, rows, contentEncoding: response.headers.get('content-encoding') ?? 'none' };
}

/** The others answer a page of the leaderboard as an object around its entries, PostgREST only the entries. */
function rowsOf(body) {
  return Array.isArray(body) ? body : (body.items ?? [body]);
}

/** PostgREST writes times as PostgreSQL does, and null for what others leave out. */
function normalised(row) {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  const values = known.map(([name, value]) => [name, name.endsWith('_at') ? Date.parse(value) : value]);
  return Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSame(rows, others) {
  return JSON.stringify(rows) === JSON.stringify(others);
}
