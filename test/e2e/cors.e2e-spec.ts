import { TestApp } from '../support/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

const dashboard = 'https://dashboard.example.com';
const overlay = 'http://localhost:5173';

describe('CORS', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  afterEach(() => api.stop());

  const start = async (origins?: string) => {
    const env: Record<string, string> = origins === undefined ? {} : { CORS_ORIGINS: origins, RATE_LIMIT: '2' };
    api = await TestApp.start({ env, databaseUrl: database.url });
  };
  const allowedFor = async (origin: string, path = '/v1/leaderboard') =>
    (await api.get(path, { Origin: origin })).headers.get('access-control-allow-origin');

  it('is off where no origin is configured', async () => {
    await start();
    const { headers } = await api.get('/v1/leaderboard', { Origin: dashboard });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('lets pages of the configured origins read the answers, and no others', async () => {
    await start(`${dashboard},${overlay}`);
    expect(await allowedFor(dashboard)).toBe(dashboard);
    expect(await allowedFor(overlay)).toBe(overlay);
    for (const origin of ['https://evil.example.com', 'https://dashboard.example.com.evil.com', 'null']) {
      expect(await allowedFor(origin, '/v1/health/live')).toBeNull();
    }
  });

  it('tells caches that the answer depends on the origin', async () => {
    await start(`${dashboard},${overlay}`);
    const { headers } = await api.get('/v1/leaderboard', { Origin: dashboard });
    expect(headers.get('vary')).toContain('Origin');
  });

  it('lets pages of any origin read the answers where the origin is *', async () => {
    await start('*');
    expect(await allowedFor('https://anything.example.com')).toBe('*');
  });

  it('lets pages read errors, and the headers that say what to do', async () => {
    await start(dashboard);
    expect(await allowedFor(dashboard, '/v1/leaderboard?limit=0')).toBe(dashboard);
    expect(await allowedFor(dashboard, '/v1/nothing')).toBe(dashboard);
    await api.get('/v1/leaderboard');
    const { status, headers } = await api.get('/v1/leaderboard', { Origin: dashboard });
    expect(status).toBe(429);
    expect(headers.get('access-control-allow-origin')).toBe(dashboard);
    expect(headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    );
  });

  it('answers the preflight of a request with a token', async () => {
    await start(dashboard);
    const { status, headers } = await api.send('OPTIONS', '/v1/leaderboard', {
      Origin: dashboard,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(dashboard);
    expect(headers.get('access-control-allow-methods')).toBe('GET,HEAD');
    expect(headers.get('access-control-allow-headers')).toBe('authorization');
    expect(headers.get('access-control-max-age')).toBe('7200');
  });
});
