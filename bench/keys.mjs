import { createRandom, drawByZipf, drawUniformly } from './random.mjs';

const seed = 20_261_121;
/** Requests that a measurement cycles through. */
const drawn = 16_384;
/** What popular things are asked for again and again: far fewer than there are, so that asking once a while is cheap. */
const hotKeys = 1_000;
const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];
const pageSize = 50;
/** One streamer in so many is named by its id. */
const idEvery = 5;

/** Draws the keys of a run, the same ones for the same data: of each kind cold ones of all there are, and hot ones. */
export async function drawKeys(client, counts) {
  const random = createRandom(seed);
  const streamers = await sample(client, 'streamers', 't.id::text AS id, t.login', counts.streamers);
  const names = streamers.map(({ id, login }, index) => (login === null || index % idEvery === 0 ? id : login));
  const streams = await sample(client, 'streams', 't.id::text AS id', counts.streams);
  const { rows } = await client.query('SELECT max(b.entry_count)::int AS entries FROM leaderboard_boards b');
  const all = {
    streamers: names,
    streams: streams.map(({ id }) => id),
    pages: Array.from({ length: drawn }, () => randomPage(rows[0].entries, random)),
  };
  return Object.fromEntries(Object.entries(all).map(([kind, keys]) => [kind, draw(keys, random)]));
}

function draw(keys, random) {
  const distinct = drawUniformly(keys, hotKeys, random);
  return {
    cold: drawUniformly(keys, drawn, random),
    hot: drawByZipf(distinct, drawn, random),
    hotDistinct: [...new Set(distinct)],
  };
}

function randomPage(entries, random) {
  const cursor = Math.floor(random() * Math.max(1, entries - pageSize));
  return { sort: metrics[Math.floor(random() * metrics.length)], cursor };
}

/** Rows from all over a table, the same ones each time; somewhat more than are drawn. */
async function sample(client, table, columns, count) {
  const percent = Math.min(100, (130 * drawn) / count);
  const { rows } = await client.query(
    `SELECT ${columns} FROM ${table} t TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1)`,
  );
  return rows;
}
