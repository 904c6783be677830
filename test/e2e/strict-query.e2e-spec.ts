import { TestApp } from '../support/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };
const board = 'sort, limit, cursor, days, bom';

const refused: [path: string, error: string][] = [
  ['/v1/leaderboard?limt=5', `limt is not a query parameter of this operation, which has ${board}`],
  ['/v1/leaderboard?limit=5&Sort=followers', `Sort is not a query parameter of this operation, which has ${board}`],
  ['/v1/leaderboard?limit=0&page=2', `page is not a query parameter of this operation, which has ${board}`],
  ['/v1/leaderboard?__proto__=1', `__proto__ is not a query parameter of this operation, which has ${board}`],
  ['/v1/leaderboard?limit[]=1', `A name in the query is not a query parameter of this operation, which has ${board}`],
  ['/v1/leaderboard?=1', `A name in the query is not a query parameter of this operation, which has ${board}`],
  ['/v1/events/public?offset=5', 'offset is not a query parameter of this operation, which has limit, cursor, bom'],
  ['/v1/streamer/nobody/partners?limit=5', 'limit is not a query parameter of this operation, which has bom'],
  [
    '/v1/streamer/nobody/badge.svg?size=9',
    'size is not a query parameter of this operation, which has metric, height, theme',
  ],
  [
    '/v1/streams/1/graphs/hourly.svg?points=9',
    'points is not a query parameter of this operation, which has from, to, width, height, theme',
  ],
  ['/v1/streams/1/before?_=1', '_ is not a query parameter of this operation, which has none'],
  ['/v1/status?x', 'x is not a query parameter of this operation, which has none'],
];

describe('unknown query parameters', () => {
  let database: TestDatabase;
  let strict: TestApp;
  let lines: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const env = { STRICT_QUERY: 'on', API_TOKEN: token, RATE_LIMIT: '1000', LOG_LEVEL: 'trace' };
    strict = await TestApp.start({ env, databaseUrl: database.url, onLog: (line) => lines.push(line) });
  });

  afterAll(async () => {
    await strict.stop();
    await database.drop();
  });

  beforeEach(() => {
    lines = [];
  });

  it('are ignored unless STRICT_QUERY is on', async () => {
    const api = await TestApp.start({ databaseUrl: database.url });
    try {
      const { text } = await api.get('/v1/leaderboard');
      for (const query of ['?limt=5', '?_=1', '?sort=watchtime&Limit=0']) {
        expect(await api.get(`/v1/leaderboard${query}`)).toMatchObject({ status: 200, text });
      }
      expect((await api.get('/v1/status?x')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });

  it.each(refused)('are refused, and what the operation takes is said: %s', async (path, error) => {
    for (let i = 0; i < 2; i++) {
      expect(await strict.get(path, authorization)).toMatchObject({ status: 400, body: { error } });
    }
  });

  it.each(['/v1/leaderboard?sort=followers&limit=5&cursor=1', '/v1/events/public?limit=1', '/v1/status'])(
    'are not found in %s',
    async (path) => {
      for (let i = 0; i < 2; i++) expect((await strict.get(path, authorization)).status).toBe(200);
    },
  );

  it('are refused also where the answer without them is in the cache', async () => {
    for (const query of ['', '?limt=5', '', '?limt=5']) {
      expect((await strict.get(`/v1/leaderboard${query}`, authorization)).status).toBe(query === '' ? 200 : 400);
    }
  });

  it('are refused after the token and the budget', async () => {
    expect((await strict.get('/v1/leaderboard?limt=5')).status).toBe(401);
    const remaining = async () =>
      Number((await strict.get('/v1/leaderboard?limt=5', authorization)).headers.get('x-ratelimit-remaining'));
    expect((await remaining()) - (await remaining())).toBe(1);
  });

  it('are taken by the documentation', async () => {
    expect((await strict.get('/docs?deepLinking=1')).status).toBe(200);
  });

  it('show no token in the answer or the log', async () => {
    const { text } = await strict.get(`/v1/leaderboard?${token}=1`, authorization);
    expect(text).toContain('A name in the query');
    expect(text + lines.join('')).not.toContain(token);
    expect(lines.length).toBeGreaterThan(0);
  });
});
