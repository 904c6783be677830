import { readFileSync, writeFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { loadSeed, removeSeed, needsSeed } from '../../src/jobs/seed/load-seed.js';
import { seedPaths } from '../../src/jobs/seed/seed-examples.js';
import { withOwner } from '../../src/database/owner-client.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { Sample } from '../../src/http/samples/request-samples.js';
import { runSamples, sampleLanguages } from '../support/data/run-samples.js';
import { TestApp } from '../support/http/test-app.js';
import { createSeededDatabase, seedMoment as seedNow } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { openPage, wordsOf } from '../support/pages/markup.js';
import { shownRequests } from '../support/programs/markdown.js';

const hourMs = 3_600_000;
const boardId = '(SELECT max(b.id) FROM boards b WHERE b.days = 30)';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: { example?: string };
}

interface Row {
  id?: string;
  name: string;
  watchtime: number;
}

interface Sampled {
  'x-codeSamples': Sample[];
  responses: Record<string, { content: Record<string, { example?: unknown }> }>;
}

/** The examples of the OpenAPI document, by operation: a request, and the response of a service seeded as of `seedNow`. */
const examplesFile = 'src/server/openapi/openapi-examples.json';
const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, { path: string; response?: unknown }>;
const examplePaths = Object.values(examples).map(({ path }) => path);

describe('a seeded service', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => {
    database = await createSeededDatabase(seedNow);
    api = await TestApp.start({ now: seedNow, databaseUrl: database.url });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('returns the examples of the OpenAPI document, which UPDATE_EXAMPLES=on writes', async () => {
    const returned: typeof examples = {};
    for (const [operation, { path }] of Object.entries(examples)) {
      const { body } = await api.get(path);
      returned[operation] = { path, response: Array.isArray(body) ? body.slice(0, 2) : body };
    }
    if (process.env.UPDATE_EXAMPLES === 'on') {
      const lines = Object.entries(returned).map((pair) => JSON.stringify(Object.fromEntries([pair])).slice(1, -1));
      writeFileSync(examplesFile, `{\n${lines.join(',\n')}\n}\n`);
    } else {
      expect(returned).toEqual(examples);
    }
  });

  it('returns 200 for each operation of the OpenAPI document with its example parameters', async () => {
    const { body: document } = await api.get<OpenAPIObject>('/docs-json');
    for (const [template, { get }] of Object.entries(document.paths)) {
      const parameters = (get?.parameters ?? []) as Parameter[];
      const query = parameters
        .filter((parameter) => parameter.in === 'query' && parameter.required)
        .map(({ name, schema }) => `${name}=${schema.example}`);
      const path = parameters
        .filter((parameter) => parameter.in === 'path')
        .reduce((filled, { name, schema }) => filled.replace(`{${name}}`, String(schema.example)), template);
      expect(await api.get(`${path}?${query.join('&')}`)).toMatchObject({ status: 200 });
    }
  });

  it.each(sampleLanguages().flatMap((language) => [[language, false] as const, [language, true] as const]))(
    'returns the examples for the samples in %s (with a token: %s)',
    async (language, needsToken) => {
      const config = { publicUrl: api.url, apiTokens: needsToken ? ['secret'] : [], port: 3000 };
      const operations = Object.values(createOpenApiDocument(api.app, config).paths).map(
        ({ get }) => get as unknown as Sampled,
      );
      const sources = operations.flatMap((operation) =>
        operation['x-codeSamples'].filter(({ label }) => label === language).map(({ source }) => source),
      );
      expect(sources).toHaveLength(operations.length);
      expect(sources.some((source) => source.includes('Bearer'))).toBe(needsToken);
      const printed = await runSamples(language, sources, 'secret');
      operations.forEach(({ responses }, i) => {
        const json = responses['200']?.content['application/json'];
        const body = printed[i];
        const example = json ? json.example : expect.stringMatching(/^<svg .*<\/svg>$/s);
        expect(Array.isArray(body) ? body.slice(0, 2) : body).toEqual(example);
      });
    },
  );

  it('returns what README.md and docs/api.md show', async () => {
    const shown = ['README.md', 'docs/api.md'].flatMap(shownRequests);
    expect(shown.length).toBeGreaterThan(3);
    for (const { path, output } of shown) {
      const { text, headers } = await api.send('GET', path);
      const lines = [...text.trim().split(/\r?\n/), `Link: ${headers.get('Link')}`];
      expect(lines).toEqual(expect.arrayContaining(output));
    }
  });

  it('serves every URL that seeding prints', async () => {
    expect(seedPaths.length).toBeGreaterThan(5);
    for (const path of seedPaths) expect(await api.get(path)).toMatchObject({ status: 200 });
  });

  it.each([
    ['watchtime', 216_000, [311, 312, 313, 314]],
    ['average_viewers', 444, [315, 316, 317, 318]],
    ['peak_viewers', 1_234, [319, 320, 321, 322]],
    ['followers', 50_000, [323, 324, 325, 326]],
    ['follower_gain', 250, [327, 328, 329]],
    ['follower_gain', -75, [330, 331, 332]],
    ['watchtime', 250_000, [333, 334]],
  ])('has streamers on the board with equal %s at %d', async (column, value, numbers) => {
    const sql = `SELECT e.streamer_id::int - 100000000 AS number FROM board_entries e WHERE e.${column} = $1 AND e.board_id = ${boardId} ORDER BY 1`;
    const { rows } = await withOwner(api.databaseUrl, (client) => client.query<{ number: number }>(sql, [value]));
    expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(numbers));
  });

  const isOfCase = (id: string) => !/^10000000[12]$|^100000(1\d\d|2[0-4]\d|250)$/.test(id);

  it.each(['/v1/leaderboard', '/v1/leaderboard.ndjson', '/v1/games', '/v1/totals/games', '/v1/totals/languages'])(
    'has no case in the first 20 rows of %s',
    async (path) => {
      const { text } = await api.send('GET', path);
      const rows = path.endsWith('.ndjson')
        ? text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Row)
        : [JSON.parse(text) as Row[] | { items: Row[] }].flatMap((body) => ('items' in body ? body.items : body));
      const first = rows.slice(0, 20);
      expect(first.length).toBeGreaterThan(5);
      expect(first.filter(({ id }) => id !== undefined && isOfCase(id))).toEqual([]);
      expect(first.filter(({ name }) => !/^[\p{L}\p{N} :'_-]{2,40}$/u.test(name))).toEqual([]);
      expect(first.filter(({ watchtime }) => !(watchtime > 0 && watchtime < 2 ** 32))).toEqual([]);
    },
  );

  it.each([
    ['/', '#board', 20],
    ['/games', '#games', 5],
    ['/totals', '#games', 5],
    ['/totals', '#languages', 1],
  ])('has no case in the first 20 rows of the page %s, in %s', async (path, panel, least) => {
    const rows = (await openPage(api, path)).querySelectorAll(`${panel} tbody tr`).slice(0, 20);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const row of rows) {
      expect(isOfCase(row.id.replace('streamer-', '') || '100000001')).toBe(false);
      const [name] = row.querySelectorAll('bdi, a');
      expect(name?.text ?? 'A language').toMatch(/^[\p{L}\p{N} :'_–-]{2,40}$/u);
      // 2^32 minutes are 71.6 million hours.
      expect(wordsOf(row)).not.toMatch(/\d[BT]\b|\d{3}M\b/);
    }
  });

  it('has no figures of cases in the totals', async () => {
    const { body } = await api.get<{ avg_viewers: number; peak_viewers: number }[]>('/v1/totals');
    expect(body.length).toBeGreaterThan(100);
    for (const row of body) expect(Math.max(row.avg_viewers, row.peak_viewers)).toBeLessThan(1e6);
  });

  it('has hours watched that fall off: the first has about twice the second', async () => {
    const { body } = await api.get<{ items: Row[] }>('/v1/leaderboard');
    const [first, second, ...others] = body.items.map(({ watchtime }) => watchtime) as [number, number, ...number[]];
    expect(first / second).toBeGreaterThan(1.6);
    expect(first / second).toBeLessThan(2.4);
    expect(others[17]).toBeGreaterThan(first / 50);
  });

  it('says on pages, but not in frames, that its data is invented, until there is other data', async () => {
    const note = 'npm run db:seed -- --remove';
    const html = async (path: string) => (await api.send('GET', path, { Accept: 'text/html' })).text;
    expect(await html('/games')).toContain(note);
    expect(await html('/streamers/aurora_plays')).not.toContain('rel="noreferrer"');
    expect(await html('/embed/streamers/aurora_plays/viewers')).not.toContain(note);
    await addStreamer(api.databaseUrl, '5');
    api.forgetAnswers();
    expect(await html('/games')).not.toContain(note);
    expect(await html('/streamers/mine')).toContain('<a href="https://twitch.tv/mine" rel="noreferrer">Twitch</a>');
    await withOwner(api.databaseUrl, (client) => client.query('DELETE FROM streamers WHERE id = 5'));
  });

  it('has the same board a day later except streamers who are live or at an edge of the window', async () => {
    await withOwner(api.databaseUrl, async (client) => {
      const board = async (now: Date) => {
        await refreshLeaderboard(client, { now });
        const { rows } = await client.query<{ number: number; row: string }>(`
          SELECT (e.streamer_id - 100000000)::float AS number,
            concat_ws(' ', e.watchtime, e.average_viewers, e.peak_viewers, e.followers, e.follower_gain) AS row
          FROM board_entries e
          WHERE e.board_id = ${boardId} AND NOT EXISTS (SELECT FROM streams s WHERE s.streamer_id = e.streamer_id AND s.ended_at IS NULL)
          ORDER BY 1`);
        return rows;
      };
      const [later, before] = [await board(new Date(seedNow.getTime() + 24 * hourMs)), await board(seedNow)];
      expect(before.length).toBeGreaterThan(205);
      const moved = before.filter(({ number, row }) => later.find((one) => one.number === number)?.row !== row);
      expect(moved.map(({ number }) => number)).toEqual([31, 55, 56, 57]);
    });
  });

  it('returns the same data after a second seed', async () => {
    const bodies = async () => {
      const all: unknown[] = [];
      for (const path of examplePaths) all.push((await api.get(path)).body);
      return all;
    };
    const before = await bodies();
    await withOwner(api.databaseUrl, (client) => loadSeed(client, seedNow));
    api.forgetAnswers();
    expect(await bodies()).toEqual(before);
  });

  it('needs no seed within a day, and a seed after it', async () => {
    await withOwner(api.databaseUrl, async (client) => {
      expect(await needsSeed(client, new Date(seedNow.getTime() + 24 * hourMs - 1))).toBe(false);
      expect(await needsSeed(client, new Date(seedNow.getTime() + 24 * hourMs))).toBe(true);
    });
  });
});

describe('a seed that is loaded again after its samples were pruned', () => {
  interface State {
    figures: unknown[];
    start: number;
  }

  let before: State;
  let after: State;

  const stateOf = (url: string) =>
    withOwner(url, async (client): Promise<State> => {
      const ofStreams = 'SELECT s.id, s.avg_viewers, s.peak_viewers, s.watchtime FROM current_streams s ORDER BY s.id';
      const ofEvents = 'SELECT e.id, e.avg_viewers, e.peak_viewers FROM events e ORDER BY e.id';
      const figures = [(await client.query(ofStreams)).rows, (await client.query(ofEvents)).rows];
      const api = await TestApp.start({ now: seedNow, databaseUrl: url });
      const { body } = await api.get<{ started_at: string }[]>('/v1/streamer/aurora_plays/recent-streams');
      await api.stop();
      return { figures, start: Date.parse(body[0]?.started_at ?? '') };
    });

  beforeAll(async () => {
    const database = await createSeededDatabase(seedNow);
    before = await stateOf(database.url);
    await withOwner(database.url, async (client) => {
      await pruneSamples(client, seedNow);
      await loadSeed(client, new Date(seedNow.getTime() + 36 * hourMs));
    });
    after = await stateOf(database.url);
    await database.drop();
  });

  it('moves its dates with the time of the seed', () => expect(after.start - before.start).toBe(36 * hourMs));

  it('has the same figures', () => expect(after.figures).toEqual(before.figures));
});

const addStreamer = (url: string, id: string) =>
  withOwner(url, (client) =>
    client.query(`INSERT INTO streamers (id, login, display_name) VALUES ($1, 'mine', 'Mine')`, [id]),
  );

describe('a seed next to other data', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeEach(async () => {
    database = await createSeededDatabase(seedNow);
    api = await TestApp.start({ now: seedNow, databaseUrl: database.url });
  });

  afterEach(async () => {
    await api.stop();
    await database.drop();
  });

  it('is not needed again after its removal', async () => {
    await withOwner(api.databaseUrl, async (client) => {
      await removeSeed(client, seedNow);
      expect(await needsSeed(client, new Date(seedNow.getTime() + 48 * hourMs))).toBe(false);
    });
  });

  it('does not move by itself, and its removal keeps other data', async () => {
    await addStreamer(database.url, '5');
    const aged = new Date(seedNow.getTime() + 48 * hourMs);
    expect(await withOwner(api.databaseUrl, (client) => needsSeed(client, aged))).toBe(false);
    await withOwner(api.databaseUrl, (client) => removeSeed(client, aged));
    expect(await api.get('/v1/streamer/mine/recent-streams')).toMatchObject({ status: 200, body: [] });
    expect(await api.get('/v1/streamer/aurora_plays/recent-streams')).toMatchObject({ status: 404 });
    expect(await api.get('/v1/leaderboard')).toMatchObject({ body: { items: [] } });
  });

  it('keeps events and sessions of others on removal', async () => {
    await withOwner(api.databaseUrl, (client) =>
      client.query(`
        INSERT INTO events (id, title, started_at, is_public) VALUES (5, 'Mine', '2026-10-01T00:00:00Z', true);
        INSERT INTO colab_sessions (id, started_at) VALUES (5, '2026-10-01T00:00:00Z')`),
    );
    expect(await withOwner(api.databaseUrl, (client) => needsSeed(client, new Date('2027-01-01T00:00:00Z')))).toBe(
      false,
    );
    await withOwner(api.databaseUrl, (client) => removeSeed(client, seedNow));
    expect(await api.get('/v1/events/5')).toMatchObject({ status: 200 });
    expect(await api.get('/v1/events/public')).toMatchObject({ body: [{ id: '5' }] });
  });

  it.each([
    ['event', `INSERT INTO event_streams (event_id, stream_id) VALUES (5, 40100000001)`],
    ['event', `UPDATE events SET host_stream_id = 40100000001 WHERE id = 5`],
    [
      'collaboration session',
      `INSERT INTO colab_sessions (id, started_at) VALUES (5, now());
      INSERT INTO colab_session_streams (session_id, stream_id) VALUES (5, 40100000001)`,
    ],
  ])('stays if another %s references one of its streams', async (what, sql) => {
    await withOwner(api.databaseUrl, async (client) => {
      await client.query(`INSERT INTO events (id, title, started_at, is_public) VALUES (5, 'Mine', now(), true)`);
      await client.query(sql);
      await expect(removeSeed(client, seedNow)).rejects.toThrow(`The database contains the ${what} 5`);
    });
    expect(await api.get('/v1/streams/40100000001/before')).toMatchObject({ status: 200 });
  });
});

describe('a seed in a database without it', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  it('is needed only by an empty database', async () => {
    expect(await withOwner(database.url, (client) => needsSeed(client, seedNow))).toBe(true);
    await addStreamer(database.url, '5');
    expect(await withOwner(database.url, (client) => needsSeed(client, seedNow))).toBe(false);
  });

  it('is refused if a channel with the same ID exists, and nothing changes', async () => {
    await addStreamer(database.url, '100000001');
    const seeding = withOwner(database.url, (client) => loadSeed(client, seedNow));
    await expect(seeding).rejects.toThrow('The database contains the channel 100000001, which uses an ID of the seed');
    const { rows } = await withOwner(database.url, (client) => client.query('SELECT u.login FROM streamers u'));
    expect(rows).toEqual([{ login: 'mine' }]);
  });
});
