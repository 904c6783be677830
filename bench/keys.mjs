import { createRandom, drawByZipf, drawUniformly, pickOne, wholeNumber } from './random.mjs';

const seed = 20_261_121;
/** The number of requests that a measurement repeats. */
const drawn = 16_384;
/** The number of popular keys. Each measurement first requests all of them once. */
const hotKeys = 1_000;
const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];
const pageSize = 50;
/** One streamer of this many is named by its id, the others by their logins. */
const idEvery = 5;

/** Draws the keys of a run, the same for the same data. Each kind has cold keys, from all the data, and hot keys, from a few. */
export async function drawKeys(client, counts) {
  const random = createRandom(seed);
  const streamers = await sample(client, 'streamers', 't.id::text AS id, t.login', counts.streamers);
  const streams = await sample(client, 'streams', 't.id::text AS id', counts.streams);
  const { rows } = await client.query('SELECT max(b.entry_count)::int AS entries FROM leaderboard_boards b');
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

/** Rows from all parts of a table, the same rows each time, about a third more than are drawn. */
async function sample(client, table, columns, count) {
  const percent = Math.min(100, (130 * drawn) / count);
  const { rows } = await client.query(
    `SELECT ${columns} FROM ${table} t TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1)`,
  );
  return rows;
}
