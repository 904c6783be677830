import { createRandom, drawByZipf, drawUniformly, pickOne, wholeNumber } from './random.mjs';

const seed = 20_261_121;
/** Number of different requests in a measurement, which repeat. */
const drawn = 16_384;
/** Number of popular keys. Each measurement first requests each of them once. */
const hotKeys = 1_000;
const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];
const pageSize = 50;
/** One in this many streamers is requested by ID, the others by login. */
const idEvery = 5;

/** Draws the keys of a run. The same data gives the same keys. Each kind has cold keys from all data, and a few popular hot keys. */
export async function drawKeys(client, counts) {
  const random = createRandom(seed);
  const streamers = await sample(client, 'streamers', 't.id::text AS id, t.login', counts.streamers);
  const streams = await sample(client, 'streams', 't.id::text AS id', counts.streams);
  const { rows } = await client.query('SELECT max(b.entry_count)::int AS entries FROM boards b WHERE b.days = 30');
  const positions = Math.max(1, rows[0].entries - pageSize);
  const kinds = {
    streamers: streamers.map(({ id, login }, index) => (login === null || index % idEvery === 0 ? id : login)),
    streams: streams.map(({ id }) => id),
    pages: Array.from({ length: drawn }, () => ({
      cursor: wholeNumber(positions, random),
      sort: pickOne(metrics, random),
    })),
  };
  return Object.fromEntries(Object.entries(kinds).map(([kind, keys]) => [kind, draw(keys, random)]));
}

function draw(keys, random) {
  const distinct = drawUniformly(keys, hotKeys, random);
  return {
    cold: drawUniformly(keys, drawn, random),
    hot: drawByZipf(distinct, drawn, random),
    hotDistinct: [...new Set(distinct)],
  };
}

/** Returns rows from all parts of a table, the same rows each time, about a third more than needed. */
async function sample(client, table, columns, count) {
  const percent = Math.min(100, (130 * drawn) / count);
  const { rows } = await client.query(
    `SELECT ${columns} FROM ${table} t TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1)`,
  );
  return rows;
}
