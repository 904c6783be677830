import { createRandom, drawByZipf, drawUniformly, pickOne, wholeNumber } from './random.mjs';

const seed = 20_261_121;
/** The number of requests that a measurement repeats. */
const drawn = 16_384;
/** The number of popular keys. Each measurement first requests all of them once. */
const hotKeys = 1_000;
const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];
const dayMs = 24 * 60 * 60 * 1000;
/** How many streamers one request asks for, of which nobody has the last name. */
const listedNames = 20;
const unknownName = 'nobody';
/** One streamer of this many is named by its id, the others by their logins. */
const idEvery = 5;

/** Draws the keys of a run, the same for the same data. Each kind has cold keys, from all the data, and hot keys, from a few. */
export async function drawKeys(client, counts) {
  const random = createRandom(seed);
  const streamers = await sample(client, 'streamers', 't.id::text AS id, t.login', counts.streamers);
  const names = streamers.map(({ id, login }, index) => (login === null || index % idEvery === 0 ? id : login));
  const streams = await sample(client, 'streams', 't.id::text AS id', counts.streams);
  const data = await describeData(client);
  const ofContract = drawAll(
    {
      streamers: names,
      streams: streams.map(({ id }) => id),
      pages: several(() => ({ cursor: randomCursor(data.entries, 50, random), sort: pickOne(metrics, random) })),
    },
    random,
  );
  const logins = streamers.flatMap(({ login }) => login ?? []);
  return { ...ofContract, ...drawAll(laterKeys(names, logins, data, random), random) };
}

/** The keys of the operations that came later. */
function laterKeys(names, logins, { entries, live, games, newest }, random) {
  return {
    ranges: several(() => ({
      name: pickOne(names, random),
      ...randomDays(newest, random),
      cursor: wholeNumber(3, random),
    })),
    nameLists: several(() => [...drawUniformly(names, listedNames - 1, random), unknownName].join(',')),
    starts: several(() => startOf(pickOne(logins, random), random)),
    lists: several(() => ({
      sort: pickOne(metrics, random),
      cursor: randomCursor(Math.min(entries, 10_000), 20, random),
    })),
    livePages: several(() => randomCursor(live, 50, random)),
    gamePages: several(() => randomCursor(games.length, 50, random)),
    games,
  };
}

function draw(keys, random) {
  const distinct = drawUniformly(keys, hotKeys, random);
  return {
    cold: drawUniformly(keys, drawn, random),
    hot: drawByZipf(distinct, drawn, random),
    hotDistinct: [...new Set(distinct)],
  };
}

function drawAll(kinds, random) {
  return Object.fromEntries(Object.entries(kinds).map(([kind, keys]) => [kind, draw(keys, random)]));
}

function several(make) {
  return Array.from({ length: drawn }, make);
}

/** The position of a page within a list. */
function randomCursor(entries, pageSize, random) {
  return wholeNumber(Math.max(1, entries - pageSize), random);
}

/** Thirty days, of the ninety before the newest stream. */
function randomDays(newest, random) {
  const from = newest.getTime() - (30 + wholeNumber(60, random)) * dayMs;
  return { from: dayOf(from), to: dayOf(from + 30 * dayMs) };
}

function dayOf(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Three characters of a login, up to all of them. */
function startOf(login, random) {
  return login.slice(0, 3 + wholeNumber(Math.max(1, login.length - 2), random));
}

async function describeData(client) {
  const { rows } = await client.query(`
    SELECT (SELECT max(b.entry_count)::int FROM leaderboard_boards b) AS entries,
      (SELECT count(*)::int FROM streams s WHERE s.ended_at IS NULL) AS live,
      (SELECT max(s.started_at) FROM streams s) AS newest,
      ARRAY(
        SELECT e.name FROM game_entries e WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) ORDER BY e.position
      ) AS games`);
  return rows[0];
}

/** Rows from all parts of a table, the same rows each time, about a third more than are drawn. */
async function sample(client, table, columns, count) {
  const percent = Math.min(100, (130 * drawn) / count);
  const { rows } = await client.query(
    `SELECT ${columns} FROM ${table} t TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1)`,
  );
  return rows;
}
