import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { withOwner } from '../../src/database/owner-client.js';
import { Config } from '../../src/config/config.js';
import { columnsExtension } from '../../src/http/lists/list-format.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { testNow } from '../support/data/factories.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { valueOf } from '../support/http/raw-responses.js';
import { examplePaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import type { TestDatabase } from '../support/database/test-database.js';

type Row = Record<string, unknown>;

const csv = 'text/csv; charset=utf-8; header=present';
const ndjson = 'application/x-ndjson; charset=utf-8';

/** The path of a list with a file extension. */
const ending = (path: string, form: string) => path.replace(/(\?|$)/, `.${form}$1`);
const rowsOf = (body: unknown) => (Array.isArray(body) ? (body as Row[]) : (body as { items: Row[] }).items);
const linesOf = (text: string) => text.split('\n').slice(0, -1);

/** A value as a spreadsheet cell. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return JSON.stringify(value);
}

describe('a list as a file', () => {
  let api: TestApp;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createSeededDatabase(testNow);
    api = await TestApp.start({ now: testNow, databaseUrl: database.url });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const get = (path: string, headers: Record<string, string> = {}) => api.send('GET', path, headers);

  it('has the rows of the JSON as CSV and NDJSON, by its extension and by Accept, for each list', async () => {
    const { paths } = createOpenApiDocument(api.app, api.app.get(Config));
    const lists = Object.values(paths).flatMap(({ get }) =>
      get && columnsExtension in get ? [examplePaths[get.operationId ?? ''] ?? ''] : [],
    );
    expect(lists.length).toBeGreaterThan(5);
    // The seed has no subscribers at the time of this test.
    for (const path of lists.filter((list) => !list.includes('subscriber-graph'))) {
      const rows = rowsOf((await api.get(path)).body);
      expect([path, rows.length]).not.toEqual([path, 0]);
      const file = await get(ending(path, 'csv'));
      expect([file.status, file.headers.get('content-type')]).toEqual([200, csv]);
      const [header = [], ...records] = parse(file.text, { record_delimiter: '\r\n' });
      expect(new Set(header)).toEqual(new Set(header.concat(...rows.map((row) => Object.keys(row)))));
      expect(records).toEqual(rows.map((row) => header.map((column) => cellOf(row[column]))));
      const accepted = await get(path, { Accept: 'text/csv' });
      expect([accepted.text, accepted.headers.get('content-type')]).toEqual([file.text, csv]);
      for (const [url, headers] of [
        [ending(path, 'ndjson'), {}],
        [path, { Accept: 'application/x-ndjson' }],
      ] as const) {
        const lines = await get(url, headers);
        expect([lines.status, lines.headers.get('content-type')]).toEqual([200, ndjson]);
        expect(linesOf(lines.text)).toEqual(rows.map((row) => JSON.stringify(row)));
      }
    }
  });

  it.each([
    ['/v1/streamer/aurora_plays/recent-streams.csv', 'streamer-aurora_plays-recent-streams.csv'],
    ['/v1/leaderboard?limit=2', 'leaderboard.csv'],
    ['/v1/STREAMS/40100000001/graphs/hourly.CSV', 'STREAMS-40100000001-graphs-hourly.csv'],
  ])('%s is downloaded as %s', async (path, name) => {
    // The second response comes from the cache, if there is a cache.
    for (let i = 0; i < 2; i++) {
      expect((await get(path, { Accept: 'text/csv' })).headers.get('content-disposition')).toBe(
        `attachment; filename="${name}"`,
      );
    }
  });

  it.each([
    ['/v1/leaderboard?sort=peakviewers&limit=50', 'csv', {}],
    ['/v1/leaderboard?sort=peakviewers&limit=50', '', { Accept: 'application/x-ndjson' }],
    ['/v1/streamers?sort=name&limit=50&bom=true', 'csv', {}],
  ])('leads from page to page in the same format (%s %s)', async (path, form, headers) => {
    const file = form === '' ? 'ndjson' : form;
    const start = form === '' ? path : ending(path, form);
    let rows = 0;
    for (let next: string | undefined = start; next !== undefined;) {
      const page = await get(next, headers);
      expect(page.headers.get('content-type')).toBe(file === 'csv' ? csv : ndjson);
      expect(page.text.startsWith('\ufeff')).toBe(false);
      rows += file === 'csv' ? page.text.split('\r\n').length - 2 : linesOf(page.text).length;
      const link = page.headers.get('link');
      next = link === null ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
      if (next !== undefined) expect(next.split('?')[0]).toBe(start.split('?')[0]);
      if (next !== undefined) expect(next.includes('bom=true')).toBe(path.includes('bom=true'));
    }
    const all = await api.get<{ items: Row[] }>(path.replace('limit=50', 'limit=100'));
    expect(rows).toBeGreaterThan(50);
    if (rows <= 100) expect(rows).toBe(rowsOf(all.body).length);
  });

  it('keeps the Link of the JSON, and adds no Link to the leaderboard', async () => {
    expect((await api.get('/v1/streamers?limit=2')).headers.get('link')).toBe(
      '</v1/streamers?limit=2&cursor=2>; rel="next"',
    );
    for (let i = 0; i < 2; i++) expect((await api.get('/v1/leaderboard?limit=2')).headers.get('link')).toBeNull();
  });

  it('begins with a byte order mark only as CSV, and only on request', async () => {
    const bytes = async (path: string, headers = {}) =>
      Buffer.from(await (await fetch(api.url + path, { headers })).arrayBuffer());
    const mark = Buffer.from([0xef, 0xbb, 0xbf]);
    const plain = await bytes('/v1/leaderboard.csv');
    expect(plain.subarray(0, 3).toString()).toBe('id,');
    for (let i = 0; i < 2; i++) {
      expect(await bytes('/v1/leaderboard.csv?bom=true')).toEqual(Buffer.concat([mark, plain]));
      expect(await bytes('/v1/leaderboard?bom=true', { Accept: 'text/csv' })).toEqual(Buffer.concat([mark, plain]));
      expect(await bytes('/v1/leaderboard.csv?bom=false')).toEqual(plain);
      expect((await bytes('/v1/leaderboard?bom=true'))[0]).toBe('{'.charCodeAt(0));
      expect((await bytes('/v1/leaderboard.ndjson?bom=true'))[0]).toBe('{'.charCodeAt(0));
    }
  });

  it.each(['?bom=', '?bom=1', '?bom=TRUE', '?bom=true&bom=true', '?bom=toString'])(
    'returns 400 for a bom other than true and false (%s)',
    async (query) => {
      const expected = { status: 400, body: { error: 'bom must be true or false' } };
      expect(await get(`/v1/leaderboard.csv${query}`)).toMatchObject(expected);
    },
  );

  it('varies by Accept, unless the path has an extension', async () => {
    const varyOf = async (path: string, Accept = '*/*') => (await get(path, { Accept })).headers.get('vary');
    for (let i = 0; i < 2; i++) {
      expect(await varyOf('/v1/leaderboard')).toBe('Accept, Accept-Encoding');
      expect(await varyOf('/v1/leaderboard', 'text/csv')).toBe('Accept, Accept-Encoding');
      expect(await varyOf('/v1/leaderboard.csv')).toBe('Accept-Encoding');
      expect(await varyOf('/v1/leaderboard.csv', 'application/json')).toBe('Accept-Encoding');
      expect(await varyOf('/v1/streams/40100000001')).toBe('Accept-Encoding');
    }
  });

  it('has its own entity tag, which leads to a 304', async () => {
    const tags = new Set<string>();
    for (const form of ['csv', 'ndjson', 'csv?bom=true']) {
      const path = `/v1/leaderboard.${form}`;
      const etag = (await get(path, { 'Accept-Encoding': 'identity' })).headers.get('etag') ?? '';
      tags.add(etag);
      const again = await get(path, { 'If-None-Match': etag });
      expect([again.status, again.text, again.headers.get('etag') !== null]).toEqual([304, '', true]);
    }
    const json = await get('/v1/leaderboard', { 'Accept-Encoding': 'identity' });
    expect(tags.add(json.headers.get('etag') ?? '').size).toBe(4);
    expect((await get('/v1/leaderboard.csv', { 'If-None-Match': [...tags][3] ?? '' })).status).toBe(200);
  });

  it('treats HEAD like GET, without a body', async () => {
    const connection = new RawConnection(api.port);
    const [got, head] = [
      await connection.ask(Buffer.from('GET /v1/leaderboard.csv HTTP/1.1\r\nHost: a\r\n\r\n')),
      await connection.ask(Buffer.from('HEAD /v1/leaderboard.csv HTTP/1.1\r\nHost: a\r\n\r\n')),
    ];
    connection.close();
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'vary', 'link']) {
      expect(valueOf(head?.headers ?? [], name)).toBe(valueOf(got?.headers ?? [], name));
    }
    expect(Number(valueOf(got?.headers ?? [], 'content-length'))).toBe(got?.body.length);
  });

  it.each([
    ['/v1/streamer/nobody/recent-streams.csv', 404],
    ['/v1/streamer/a-b/partners.ndjson', 400],
    ['/v1/leaderboard.csv?limit=0', 400],
    ['/v1/status.csv', 404],
    ['/v1/streams/40100000001.csv', 404],
    ['/v1/leaderboard.csv.csv', 404],
    ['/v1/leaderboard.json', 404],
    ['/v1/leaderboard.csv/', 404],
    ['/v1/leaderboard/.csv', 404],
  ])('returns errors as JSON (%s is %d)', async (path, status) => {
    const answer = await get(path, { Accept: 'text/csv' });
    expect(answer).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('checks methods and, with STRICT_QUERY, parameters', async () => {
    const strict = await TestApp.start({ env: { STRICT_QUERY: 'on' }, databaseUrl: api.databaseUrl, now: testNow });
    try {
      expect(await strict.send('POST', '/v1/leaderboard.csv')).toMatchObject({ status: 405 });
      expect(await strict.send('GET', '/v1/leaderboard.csv?bom=true')).toMatchObject({ status: 200 });
      expect(await strict.send('GET', '/v1/leaderboard.csv?mark=true')).toMatchObject({ status: 400 });
    } finally {
      await strict.stop();
    }
  });
});

describe('a list as a file, from the cache', () => {
  let api: TestApp;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createSeededDatabase(testNow);
    const env = { CACHE_TTL_SECONDS: '3600', RATE_LIMIT: '50' };
    api = await TestApp.start({ now: testNow, databaseUrl: database.url, env });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('is made from the cached response, and counts as a request', async () => {
    const json = await api.get('/v1/leaderboard?limit=20');
    await withOwner(api.databaseUrl, (client) => client.query('UPDATE board_entries SET display_name = $1', ['x']));
    const rows = rowsOf(json.body);
    for (const [path, headers] of [
      ['/v1/leaderboard.ndjson?limit=20', {}],
      ['/v1/leaderboard.ndjson?limit=20', {}],
      ['/v1/leaderboard?limit=20', { Accept: 'application/x-ndjson' }],
    ] as const) {
      const before = Number((await api.send('GET', '/v1/status')).headers.get('x-ratelimit-remaining'));
      const file = await api.send('GET', path, headers);
      expect(linesOf(file.text)).toEqual(rows.map((row) => JSON.stringify(row)));
      expect(file.headers.get('x-ratelimit-remaining')).toBe(String(before - 1));
    }
    expect((await api.get('/v1/leaderboard?limit=20')).text).toBe(json.text);
  });

  it('is compressed from its second use', async () => {
    const connection = new RawConnection(api.port);
    const answers = [];
    for (let i = 0; i < 2; i++) {
      const request = 'GET /v1/leaderboard.csv?limit=30 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n';
      answers.push(await connection.ask(Buffer.from(request)));
    }
    connection.close();
    expect(valueOf(answers[1]?.headers ?? [], 'content-encoding')).toBe('gzip');
    expect(gunzipSync(answers[1]?.body ?? '').toString()).toBe(answers[0]?.body.toString());
  });

  it('is a 429 in JSON after the budget is used up', async () => {
    let answer = await api.send('GET', '/v1/leaderboard.csv?limit=20');
    for (let i = 0; i < 60 && answer.status !== 429; i++)
      answer = await api.send('GET', '/v1/leaderboard.csv?limit=20');
    expect(answer).toMatchObject({ status: 429, body: { error: expect.any(String) } });
  });
});
