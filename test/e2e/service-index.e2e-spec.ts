import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { TestApp } from '../support/test-app.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const token = 'token-of-the-tests-0123456789';

describe('GET /', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token, RATE_LIMIT: '50' } });
  });

  afterAll(() => api.stop());

  it('names the service and its version, and leads on, without a token', async () => {
    const { status, headers, body } = await api.send<Record<string, string>>('GET', '/', {
      Accept: 'application/json',
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      name: 'Streaming analytics API',
      version,
      docs: '/docs',
      openapi: '/docs-json',
      llms: '/llms.txt',
      status: '/v1/status',
    });
    for (const path of [body.docs, body.openapi, body.llms, body.status]) {
      const answer = await api.send('GET', path ?? '', { Authorization: `Bearer ${token}` });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  it('is kept for minutes, counts in the budget, and is answered with 304 to those that have it', async () => {
    const first = await api.send('GET', '/');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(50);
    const second = await api.send('GET', '/', { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([second.status, second.text]).toEqual([304, '']);
    expect((await api.send('HEAD', '/')).text).toBe('');
    expect(await api.send('POST', '/')).toMatchObject({ status: 405 });
  });

  it('has the paths of the proxy in front, and tells less without the documentation', async () => {
    for (const [env, expected] of [
      [{ PUBLIC_URL: 'https://example.com/api' }, { openapi: '/api/docs-json', status: '/api/v1/status' }],
      [{ DOCS_ENABLED: 'off' }, { name: 'Streaming analytics API', status: '/v1/status' }],
    ] as const) {
      const other = await TestApp.start({ env, databaseUrl: api.databaseUrl });
      try {
        const { body } = await other.send<object>('GET', '/');
        expect(body).toMatchObject(expected);
        expect('version' in body).toBe(!('DOCS_ENABLED' in env));
        expect((await other.send('GET', '/llms.txt')).status).toBe('DOCS_ENABLED' in env ? 404 : 200);
      } finally {
        await other.stop();
      }
    }
  });
});

describe('GET /llms.txt', () => {
  it('has each operation of the OpenAPI document, in a tenth of its length, as a file of the documentation', async () => {
    const api = await TestApp.start();
    try {
      const { body: document, text: json } = await api.get<OpenAPIObject>('/docs-json');
      const { status, headers, text } = await api.send('GET', '/llms.txt', { 'Accept-Encoding': 'br' });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual(['br', 'public, max-age=300']);
      expect(headers.get('etag')).toMatch(/-br"$/);
      for (const path of Object.keys(document.paths)) expect(text).toContain(`\`GET ${path}\``);
      expect(text.length).toBeLessThan(json.length / 10);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
    } finally {
      await api.stop();
    }
  });
});
