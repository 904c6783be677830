import assert from 'node:assert/strict';
import { requestOf } from './servers/servers.mjs';

const keysEach = 40;
// Some figures go on while a stream is live, so two servers that are asked one after the other may differ for once.
const attempts = 3;

/** Throws unless all servers answer the same rows to a sample of each operation's keys. */
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
    const answers = await Promise.all(runningServers.map((running) => rowsOf(running, operation, key, options)));
    const different = answers.findIndex((rows) => !isSame(rows, answers[0]));
    if (different < 0) return;
    if (attempt < attempts) continue;
    const [{ server: first }, { server: other }] = [runningServers[0], runningServers[different]];
    const where = `${operation.name} of ${JSON.stringify(key)}: ${other.title} differs from ${first.title}`;
    assert.deepEqual(answers[different], answers[0], where);
  }
}

async function rowsOf({ server, port }, operation, key, options) {
  const { path, headers } = requestOf(server, operation, key, options);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const body = await response.json();
  if (response.status !== 200) {
    throw new Error(`${server.title} answers ${path} with ${response.status}: ${JSON.stringify(body)}`);
  }
  // PostgREST has no page around the entries, only the entries.
  const rows = Array.isArray(body) ? body : (body.items ?? [body]);
  return rows.map(normalised);
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
