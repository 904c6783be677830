import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { refreshLeaderboard } from '../../src/commands/refresh/refresh-leaderboard.js';
import { withOwner } from '../../src/commands/owner-client.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { Factories, hoursAgo, testNow } from '../support/factories.js';
import { valueOf } from '../support/raw-answers.js';
import { RawConnection } from '../support/raw-connection.js';
import { TestApp } from '../support/test-app.js';

const token = 'token-of-the-tests-0123456789';
const board = '/v1/leaderboard';

describe('HTTP caching', () => {
  const now = new Date(testNow);
  let api: TestApp;
  let data: Factories;
  let rows: jest.SpyInstance;

  beforeAll(async () => {
    api = await TestApp.start({ now, env: { CACHE_TTL_SECONDS: '15' } });
    data = await Factories.connect(api.databaseUrl);
    const { id: streamer_id } = await data.streamer({ id: '100000001', login: 'aurora' });
    await data.streams(Array.from({ length: 40 }, () => ({ streamer_id })));
    await withOwner(api.databaseUrl, (client) => refreshLeaderboard(client, now));
    rows = jest.spyOn(api.app.get(PrismaService), 'rows');
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  beforeEach(() => {
    api.forgetAnswers();
    rows.mockClear();
  });

  const recent = '/v1/streamer/aurora/recent-streams';
  const headersOf = async (path: string, headers: Record<string, string> = {}) =>
    (await api.get(path, { 'Accept-Encoding': 'identity', ...headers })).headers;
  const etagOf = async (path: string, encoding = 'identity') =>
    (await headersOf(path, { 'Accept-Encoding': encoding })).get('etag') ?? '';
  const statusWith = async (ifNoneMatch: string, path = recent) =>
    (await api.send('GET', path, { 'If-None-Match': ifNoneMatch })).status;

  it('gives each answer a strong entity tag, and says how long to keep it', async () => {
    const headers = await headersOf(recent);
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
    expect(headers.get('cache-control')).toBe('public, max-age=15, stale-while-revalidate=15');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(headers.get('age')).toBeNull();
  });

  it('says nothing of other caches where tokens are wanted', async () => {
    const closed = await TestApp.start({ env: { API_TOKEN: token, CACHE_TTL_SECONDS: '15' } });
    const { headers } = await closed.get(board, { Authorization: `Bearer ${token}` }).finally(() => closed.stop());
    expect(headers.get('cache-control')).toBe('private, max-age=15, stale-while-revalidate=15');
  });

  it.each([
    ['15', undefined, 'Accept, Authorization, Accept-Encoding'],
    ['0', undefined, 'Accept, Authorization, Accept-Encoding'],
    ['15', 'https://a.example.com', 'Accept, Authorization, Origin, Accept-Encoding'],
    ['0', 'https://a.example.com', 'Accept, Authorization, Origin, Accept-Encoding'],
  ])(
    'says that an answer depends on the token where tokens are wanted (TTL %s, CORS %s)',
    async (CACHE_TTL_SECONDS, CORS_ORIGINS, vary) => {
      const env = { API_TOKEN: token, CACHE_TTL_SECONDS, ...(CORS_ORIGINS && { CORS_ORIGINS }) };
      const closed = await TestApp.start({ env, databaseUrl: api.databaseUrl });
      try {
        const varyOf = async (path: string, headers: Record<string, string> = {}) => {
          const answer = await closed.get(path, { Authorization: `Bearer ${token}`, ...headers });
          return [answer.status, answer.headers.get('vary')];
        };
        for (let i = 0; i < 3; i++) expect(await varyOf(board)).toEqual([200, vary]);
        expect((await closed.send('HEAD', board, { Authorization: `Bearer ${token}` })).headers.get('vary')).toBe(vary);
        const other = vary.replace('Accept, ', '').replace(', Accept-Encoding', '');
        expect(await varyOf('/v1/status')).toEqual([200, other]);
        expect(await varyOf(board, { Authorization: '' })).toEqual([401, `${other}, Accept`]);
        expect(await varyOf(`${board}?limit=0`)).toEqual([400, `${other}, Accept`]);
        const known = await closed.send('GET', board, { Authorization: `Bearer ${token}`, 'If-None-Match': '*' });
        expect([known.status, known.headers.get('vary')]).toEqual([304, vary]);
      } finally {
        await closed.stop();
      }
    },
  );

  it('lets nobody keep an answer without asking when its own cache is off', async () => {
    const uncached = await TestApp.start({ env: { CACHE_TTL_SECONDS: '0' } });
    const { headers } = await uncached.get(board).finally(() => uncached.stop());
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  });

  it('answers 304 to an entity tag that it would give, alone, in a list, weak, or any', async () => {
    const etag = await etagOf(recent);
    for (const known of [etag, `"x", ${etag}`, `W/${etag}`, `"x",W/${etag} , "y"`, '*']) {
      expect(await statusWith(known)).toBe(304);
    }
    for (const other of ['"x"', etag.replaceAll('"', ''), `"${etag}"`, 'W/*', '']) {
      expect(await statusWith(other)).toBe(200);
    }
  });

  it.each(['gzip', 'br'])('answers 304 to the entity tag of its %s form', async (encoding) => {
    await etagOf(recent);
    const etag = await etagOf(recent, encoding);
    expect(etag).toMatch(new RegExp(`^"[\\w-]{27}-${encoding}"$`));
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) expect(await statusWith(known)).toBe(304);
  });

  it('has no body in a 304, and the headers of the 200', async () => {
    const ok = await headersOf(recent);
    const { status, text, headers } = await api.send('GET', recent, {
      'Accept-Encoding': 'identity',
      'If-None-Match': ok.get('etag') ?? '',
    });
    expect([status, text]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'x-ratelimit-limit']) {
      expect(headers.get(name)).toBe(ok.get(name));
    }
  });

  it('changes the entity tag with the answer only', async () => {
    const before = await etagOf(recent);
    api.forgetAnswers();
    expect(await etagOf(recent)).toBe(before);
    api.forgetAnswers();
    await data.stream({ streamer_id: '100000001', started_at: hoursAgo(1) });
    expect(await etagOf(recent)).not.toBe(before);
  });

  it('answers HEAD with the headers of GET, from the same entry', async () => {
    const got = await headersOf(recent);
    const connection = new RawConnection(api.port);
    const answer = await connection.ask(Buffer.from(`HEAD ${recent} HTTP/1.1\r\nHost: a\r\n\r\n`));
    connection.close();
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(valueOf(answer?.headers ?? [], name)).toBe(got.get(name));
    }
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('compresses once, each form with an entity tag of its own', async () => {
    const connection = new RawConnection(api.port);
    const bodies = [];
    for (const encoding of ['identity', 'gzip', 'br', 'gzip;q=0.5, br;q=0.1', 'zstd, *;q=0']) {
      const bytes = `GET ${recent} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
      const answer = await connection.ask(Buffer.from(bytes));
      const used = valueOf(answer?.headers ?? [], 'content-encoding');
      const body = answer?.body ?? Buffer.alloc(0);
      const plain = used === 'br' ? brotliDecompressSync(body) : used === 'gzip' ? gunzipSync(body) : body;
      bodies.push({ used, etag: valueOf(answer?.headers ?? [], 'etag'), text: plain.toString() });
    }
    connection.close();
    expect(bodies.map(({ used }) => used)).toEqual([undefined, 'gzip', 'br', 'gzip', undefined]);
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    expect(new Set(bodies.map(({ etag }) => etag)).size).toBe(3);
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('compresses an answer from the second time that it is given', async () => {
    const encodings = [];
    for (let i = 0; i < 3; i++)
      encodings.push((await headersOf(recent, { 'Accept-Encoding': 'br' })).get('content-encoding'));
    expect(encodings).toEqual([null, 'br', 'br']);
  });

  it('does not compress what is short', async () => {
    // An answer is compressed at the earliest when it is given for the second time.
    for (let i = 0; i < 2; i++) {
      const { headers } = await api.get('/v1/streamer/aurora/thirty-day-stats', { 'Accept-Encoding': 'br, gzip' });
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
  });

  it.each([
    [recent, `${recent}?limit=20`],
    [recent, `${recent}?utm_source=x&limit=20`],
    [recent, '/v1/streamer/AURORA/recent-streams'],
    [board, `${board}?cursor=0&sort=watchtime&limit=50`],
    [board, `${board}?v=1`],
  ])('has one entry for %s and %s', async (one, other) => {
    const { text } = await api.get(one);
    expect(await api.get(other)).toMatchObject({ status: 200, text });
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('has an entry for each that asks for something else', async () => {
    for (const query of ['', '?limit=1', '?limit=2']) await api.get(recent + query);
    expect(rows).toHaveBeenCalledTimes(3);
  });

  it('asks the database once, however many ask for the same at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get(recent)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(rows).toHaveBeenCalledTimes(1);
  });

  it('tells the age of an answer that is no longer fresh', async () => {
    await api.get(recent);
    now.setTime(now.getTime() + 16_000);
    expect((await headersOf(recent)).get('age')).toBe('16');
  });

  it('answers from memory for ten minutes when the database is gone, then no more', async () => {
    await api.get(recent);
    rows.mockRejectedValue(new Error('The database is gone.'));
    try {
      now.setTime(now.getTime() + 600_000);
      expect(await api.get(recent)).toMatchObject({ status: 200 });
      expect((await headersOf(recent)).get('age')).toBe('600');
      now.setTime(now.getTime() + 1_000);
      expect(await api.get(recent)).toMatchObject({ status: 500 });
    } finally {
      rows.mockRestore();
      rows = jest.spyOn(api.app.get(PrismaService), 'rows');
    }
  });

  it.each([board, '/v1/streamers?sort=followers'])('answers %s of the new board once there is one', async (path) => {
    const before = await api.get(path);
    await data.streams([{ streamer_id: (await data.streamer()).id }]);
    await withOwner(api.databaseUrl, (client) => refreshLeaderboard(client, now));
    const isNew = async () => (await api.get(path)).text !== before.text;
    for (const deadline = Date.now() + 60_000; !(await isNew()) && Date.now() < deadline;);
    expect(await isNew()).toBe(true);
  });

  it('keeps no errors', async () => {
    const path = '/v1/streamer/newcomer/recent-streams';
    expect(await api.get(path)).toMatchObject({ status: 404 });
    await data.streamer({ login: 'newcomer' });
    const { status, headers } = await api.get(path);
    expect([status, headers.get('etag') !== null]).toEqual([200, true]);
  });
});
