import type { OpenAPIObject } from '@nestjs/swagger';
import { Factories, hoursAgo } from '../support/factories.js';
import { PrefixProxy } from '../support/prefix-proxy.js';
import { TestApp } from '../support/test-app.js';

describe('a service behind a proxy that strips /api', () => {
  let api: TestApp;
  let proxy: PrefixProxy;
  let data: Factories;

  beforeAll(async () => {
    proxy = await PrefixProxy.start('/api', () => api.port);
    api = await TestApp.start({ env: { PUBLIC_URL: `${proxy.url}/api/` } });
    data = await Factories.connect(api.databaseUrl);
    for (let i = 1; i <= 3; i++) await data.event({ id: String(i), started_at: hoursAgo(i) });
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
    await proxy.stop();
  });

  const ask = async (address: string | URL) => {
    const response = await fetch(address);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('leads from page to page', async () => {
    const ids: string[] = [];
    let address: URL | undefined = new URL(`${proxy.url}/api/v1/events/public?limit=1`);
    while (address) {
      const { headers, text } = await ask(address);
      ids.push(...(JSON.parse(text) as { id: string }[]).map(({ id }) => id));
      const next: string | undefined = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      address = next === undefined ? undefined : new URL(next, address);
    }
    expect(ids).toEqual(['1', '2', '3']);
  });

  it('names the address of the proxy as the server of its operations', async () => {
    const document = JSON.parse((await ask(`${proxy.url}/api/docs-json`)).text) as OpenAPIObject;
    expect(document.servers).toEqual([{ url: `${proxy.url}/api` }]);
    expect((await ask(`${document.servers?.[0]?.url}/v1/leaderboard`)).status).toBe(200);
  });

  it.each(['/api/docs', '/api/docs/'])('shows %s with all its files and links', async (path) => {
    const page = new URL(path, proxy.url);
    const { status, text } = await ask(page);
    expect(status).toBe(200);
    const files = [...text.matchAll(/(?:src|href)=["'](\.[^"']+)["']/g)].map(([, link]) => link ?? '');
    expect(files.length).toBeGreaterThan(4);
    for (const file of files)
      expect({ file, ...(await ask(new URL(file, page))) }).toMatchObject({ file, status: 200 });
  });

  it('links from the description to the definitions of the figures', async () => {
    const document = JSON.parse((await ask(`${proxy.url}/api/docs-json`)).text) as OpenAPIObject;
    const links = [...(document.info.description ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
    expect(links).toEqual(['/api/docs/metrics.md']);
    const { status, headers, text } = await ask(new URL(links[0] ?? '', proxy.url));
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('# Definitions of the figures');
  });

  it('says where the operations are listed as clients know it', async () => {
    expect(JSON.parse((await ask(`${proxy.url}/api/v1/nothing`)).text)).toEqual({
      error: 'There is nothing here. The operations of this API are listed at /api/docs.',
    });
  });
});

describe('a service without PUBLIC_URL', () => {
  it('leads to its own root', async () => {
    const api = await TestApp.start();
    try {
      const { body } = await api.get<OpenAPIObject>('/docs-json');
      expect(body.servers).toEqual([{ url: '/' }]);
      expect(body.info.description).toContain('](/docs/metrics.md)');
      expect((await api.get('/docs/metrics.md')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});
