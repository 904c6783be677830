import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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
    const different = answers.find(({ body }) => !isDeepStrictEqual(body, first.body));
    if (different === undefined) return;
    if (attempt < attempts) continue;
    const where = `${operation.name} of ${JSON.stringify(key)}: ${different.title} differs from ${first.title}`;
    assert.deepEqual(different.body, first.body, where);
  }
}

/** Properties that only this service returns, besides properties that are null. Without them, the peers do slightly less work. */
const onlyOurs = new Set(['previous_rank', 'is_stale', 'last_seen_at', 'participant_ids', 'channel_ids']);

async function answerOf(running, operation, key, encoding) {
  const { title } = running.server;
  const request = requestOf(operation, key, encoding);
  const response = await fetchFrom(running, request);
  const known = (name, value) => (onlyOurs.has(name) || value === null ? undefined : value);
  const body = JSON.parse(await response.text(), known);
  if (response.status !== 200) {
    throw new Error(`${title} returned ${response.status} for ${request.path}: ${JSON.stringify(body)}`);
  }
  return { title, body };
}
