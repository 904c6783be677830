import { sendRaw } from '../support/raw-http.js';
import { TestApp } from '../support/test-app.js';

const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };
const wanted = 'application/json, application/problem+json';

describe('problem details, for those whose Accept names them', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token } });
  });

  afterAll(() => api.stop());

  it.each([
    ['GET', '/v1/leaderboard?limit=0', authorization, 400, 'Bad Request'],
    ['GET', '/v1/leaderboard', {}, 401, 'Unauthorized'],
    ['GET', '/v1/streamer/nobody/partners', authorization, 404, 'Not Found'],
    ['GET', '/v1/nothing', {}, 404, 'Not Found'],
    ['POST', '/v1/leaderboard', {}, 405, 'Method Not Allowed'],
    ['GET', `/v1/leaderboard?x=${'a'.repeat(4096)}`, {}, 414, 'URI Too Long'],
  ])('tell what the error tells to all others (%s %.40s, %j: %d)', async (method, path, headers, status, title) => {
    const usual = await api.send<{ error: string }>(method, path, { ...headers, Accept: '*/*' });
    expect(usual.text).toBe(JSON.stringify({ error: usual.body.error }));
    expect(usual.headers.get('content-type')).toBe('application/json; charset=utf-8');

    const asked = await api.send(method, path, { ...headers, Accept: wanted });
    expect(asked.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(asked.body).toEqual({ type: 'about:blank', title, status, detail: usual.body.error });
    for (const answer of [usual, asked]) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('vary')).toMatch(/(^|, )Accept$/);
    }
  });

  it('leave answers that are no errors as they are', async () => {
    const usual = await api.send('GET', '/v1/leaderboard', { ...authorization, Accept: '*/*' });
    const asked = await api.send('GET', '/v1/leaderboard', { ...authorization, Accept: 'application/problem+json' });
    expect([asked.status, asked.text]).toEqual([200, usual.text]);
    expect(asked.headers.get('vary')).toBe('Accept, Authorization, Accept-Encoding');
  });

  it('tell what Node refuses, as far as the Accept was read', async () => {
    const head = `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nAccept: ${wanted}\r\n`;
    for (const rest of [`X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 'not a header\r\n\r\n']) {
      const received = await sendRaw(api.port, head + rest);
      expect(received).toContain('Content-Type: application/problem+json; charset=utf-8\r\n');
      expect(received).toMatch(/^HTTP\/1\.1 (431|400) /);
    }
  });

  it('tell what is refused before any operation, and of a client that is limited', async () => {
    const noHost = await sendRaw(api.port, `GET /v1/leaderboard HTTP/1.1\r\nAccept: ${wanted}\r\n\r\n`);
    expect(noHost).toContain('"status":400,"detail":"The request has no Host header');
    const limited = await TestApp.start({ env: { RATE_LIMIT: '1' }, databaseUrl: api.databaseUrl });
    try {
      await limited.send('GET', '/v1/leaderboard');
      const { status, body } = await limited.send('GET', '/v1/leaderboard', { Accept: wanted });
      expect([status, body]).toEqual([429, expect.objectContaining({ title: 'Too Many Requests', status: 429 })]);
    } finally {
      await limited.stop();
    }
  });
});
