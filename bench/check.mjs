import assert from 'node:assert/strict';
import { fetchFrom } from './measure.mjs';
import { requestOf } from './servers/servers.mjs';

const keysEach = 40;
// Some figures change while a stream is live, so consecutive responses of two servers may differ once.
const attempts = 3;

/** Throws unless all servers return the same rows for a sample of the keys of each operation, in each encoding. */
export async function checkSameRows(runningServers, operations, keys, options) {
  for (const operation of operations) {
    const { cold, hot } = keys[operation.keys];
    for (const key of [...cold.slice(0, keysEach), ...hot.slice(0, keysEach)]) {
      await checkKey(runningServers, operation, key, options);
    }
  }
}

async function checkKey(runningServers, operation, key, options) {
  for (let attempt = 1; ; attempt++) {
    const answers = await Promise.all(
      runningServers.flatMap((running) =>
        options.encodings.map((encoding) => answerOf(running, operation, key, encoding)),
      ),
    );
    const [first] = answers;
    const different = answers.find(({ rows }) => !isSame(rows, first.rows));
    if (different === undefined) return;
    if (attempt < attempts) continue;
    const where = `${operation.name} of ${JSON.stringify(key)}: ${different.title} differs from ${first.title}`;
    assert.deepEqual(different.rows, first.rows, where);
  }
}

/** Properties that only this service returns. Without them, the peers do slightly less work. */
const onlyOurs = new Set(['previous_rank', 'is_stale', 'last_seen_at', 'participant_ids', 'channel_ids']);

async function answerOf(running, operation, key, encoding) {
  const { title } = running.server;
  const request = requestOf(running.server, operation, key, encoding);
  const response = await fetchFrom(running, request);
  const body = JSON.parse(await response.text(), (name, value) => (onlyOurs.has(name) ? undefined : value));
  if (response.status !== 200) {
    throw new Error(`${title} returned ${response.status} for ${request.path}: ${JSON.stringify(body)}`);
  }
  return { title, rows: rowsOf(body).map(normalised) };
}

/** The other servers return a page of the leaderboard as an object with the entries, PostgREST returns only the entries. */
function rowsOf(body) {
  return Array.isArray(body) ? body : (body.items ?? [body]);
}

/** PostgREST uses PostgreSQL's time format, and null for properties that the others omit. */
function normalised(row) {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  const values = known.map(([name, value]) => [name, name.endsWith('_at') ? Date.parse(value) : value]);
  return Object.fromEntries(values.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSame(rows, others) {
  return JSON.stringify(rows) === JSON.stringify(others);
}
