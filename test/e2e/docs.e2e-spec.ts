import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DocsFiles } from '../../src/server/docs/docs-files.js';
import { version } from '../../src/version.js';
import { Factories, hoursAgo } from '../support/data/factories.js';
import { PrefixProxy } from '../support/http/prefix-proxy.js';
import { valueOf } from '../support/http/raw-responses.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, parseMarkup } from '../support/pages/markup.js';

const token = 'token-of-the-tests-0123456789';

const files: Record<string, string> = {
  '/docs': 'text/html; charset=utf-8',
  '/DOCS/': 'text/html; charset=utf-8',
  '/docs/index.html': 'text/html; charset=utf-8',
  '/docs-json': 'application/json; charset=utf-8',
  '/docs-yaml/': 'text/yaml; charset=utf-8',
  '/docs/errors': 'text/html; charset=utf-8',
  '/docs/samples/': 'text/html; charset=utf-8',
  '/docs/metrics': 'text/html; charset=utf-8',
  '/docs/api.md': 'text/plain; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
};

/** The links and the files of a page. */
function linksOf(page: string): string[] {
  const links = ['src', 'href'].flatMap((name) => attributesOf(parseMarkup(page), `[${name}^="/"]`, name));
  expect(links.length).toBeGreaterThan(10);
  return links;
}

const linksOn = (page: string) => attributesOf(parseMarkup(page), 'a[href]', 'href');

describe('the documentation', () => {
  let api: TestApp;
  let connection: RawConnection;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token } });
    connection = new RawConnection(api.port);
  });

  afterAll(async () => {
    connection.close();
    await api.stop();
  });

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const lines = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await connection.ask(Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
    const header = (name: string) => valueOf(answer?.headers ?? [], name);
    return { status: answer?.status, body: answer?.body ?? Buffer.alloc(0), header };
  }

  it('is written as YAML only once', () => {
    const docs = api.app.get(DocsFiles);
    expect(docs.find('/docs-yaml')).toBeDefined();
    expect(docs.find('/docs-yaml')).toBe(docs.find('/docs-yaml'));
  });

  it.each(Object.entries(files))(
    'serves %s as %s, in each encoding, with an entity tag that leads to a 304',
    async (path, type) => {
      const plain = await ask(path);
      expect([plain.status, plain.header('content-type')]).toEqual([200, type]);
      const tags = new Set([plain.header('etag')]);
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await ask(path, { 'Accept-Encoding': encoding });
        expect(packed.header('content-encoding')).toBe(encoding);
        expect(packed.body.length).toBeLessThan(plain.body.length / 1.5);
        expect(unpack(packed.body).equals(plain.body)).toBe(true);
        tags.add(packed.header('etag'));
      }
      expect(tags.size).toBe(3);
      for (const tag of tags) {
        const known = await ask(path, { 'If-None-Match': tag ?? '' });
        expect([known.status, known.body.length]).toEqual([304, 0]);
        expect(known.header('cache-control')).toBe('public, max-age=300');
      }
      expect([...(plain.header('vary') ?? '').split(', ')]).toContain('Accept-Encoding');
      const head = await ask(path, {}, 'HEAD');
      expect([head.status, head.header('content-length')]).toEqual([200, String(plain.body.length)]);
    },
  );

  it.each(['/docs', '/docs/', '/docs/index.html', '/docs/errors'])(
    'needs no page and no token for what %s loads and links to',
    async (path) => {
      for (const link of linksOf((await ask(path)).body.toString())) {
        expect([link, (await ask(link)).status]).toEqual([link, 200]);
      }
    },
  );

  it('has an index at /, with the name and version of the service and links', async () => {
    const { status, headers, body } = await api.send<Record<string, string>>('GET', '/', {
      Accept: 'application/json',
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      ...{ name: 'Streaming analytics API', version, docs: '/docs', openapi: '/docs-json' },
      ...{ llms: '/llms.txt', status: '/v1/status' },
    });
    for (const path of [body.docs, body.openapi, body.llms, body.status]) {
      const answer = await api.send('GET', path ?? '', { Authorization: `Bearer ${token}` });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
    const known = await api.send('GET', '/', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([known.status, known.text]).toEqual([304, '']);
    expect((await api.send('HEAD', '/')).text).toBe('');
    expect(await api.send('POST', '/')).toMatchObject({ status: 405 });
  });

  it('has each operation in a text for language models, in a tenth of the length of the OpenAPI document', async () => {
    const { body: document, text: json } = await api.get<OpenAPIObject>('/docs-json');
    const { text } = await api.get('/llms.txt');
    for (const path of Object.keys(document.paths)) expect(text).toContain(`\`GET ${path}\``);
    expect(text).toMatch(/^# Streaming analytics API\n\n> [^\n]+\n\n[^#]+\n\n## Streamer\n\n[^\n]+\n\n- `GET /);
    expect(text).toMatch(
      /- `GET \/v1\/games` returns Game\[\]\. .* limit \(integer 1\.\.100, default 50, optional\), /,
    );
    expect(text).toMatch(
      /- `GET \/v1\/leaderboard` returns LeaderboardPage\. .* sort \(one of watchtime, .*, default watch/,
    );
    expect(text).toMatch(/- `GET \/v1\/streamer\/\{name\}\/badge\.svg` returns image\/svg\+xml\. .* name \(string\), /);
    expect(text).toContain('\n## Documents\n\n- [OpenAPI document](/docs-json): ');
    const served = [...text.matchAll(/\]\(\/(docs\/\w+\.md)\)/g)].map(([, file = '']) => file);
    expect(served).toHaveLength(3);
    for (const file of served) {
      expect((await api.get(`/${file}`)).status).toBe(200);
      expect(readFileSync('.dockerignore', 'utf8')).toContain(`\n!${file}\n`);
      expect(readFileSync('Dockerfile', 'utf8')).toMatch(new RegExp(`^COPY .*${file} `, 'm'));
    }
    expect(text.length).toBeLessThan(json.length / 10);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leads to the root of the service without PUBLIC_URL', async () => {
    const { body } = await api.get<OpenAPIObject>('/docs-json');
    expect(body.servers).toEqual([{ url: '/' }]);
    expect((await api.get('/docs/metrics.md')).status).toBe(200);
  });

  it('has a page for each topic of docs/api.md, and definitions for each tag', async () => {
    const { body } = await api.get<OpenAPIObject>('/docs-json');
    const pages = [...(body.info.description ?? '').matchAll(/\]\((.+?)\)/g)].map(([, page = '']) => page);
    expect(pages).toEqual(expect.arrayContaining(['/docs/authentication', '/docs/versions', '/docs/samples']));
    for (const page of pages) {
      const { status, text } = await api.get(page);
      expect([page, status]).toEqual([page, 200]);
      expect(linksOn(text)).toEqual(expect.arrayContaining(pages));
      for (const link of linksOn(text).filter((to) => /^(\/docs\/.*)?#/.test(to))) {
        const [linked = '', id] = link.split('#');
        const target = linked === '' || linked === page ? text : (await api.get(linked)).text;
        expect([page, link, attributesOf(parseMarkup(target), '[id]', 'id')]).toEqual([
          ...[page, link, expect.arrayContaining([id])],
        ]);
      }
    }
    expect(linksOn((await api.get('/docs/changelog')).text)).toContain('/docs/rate-limits');
    expect(linksOn((await api.get('/docs/versions')).text)).toContain('/docs/changelog');
    expect(linksOn((await api.get('/docs/rate-limits')).text)).toContain('/docs/formats#calendars-and-feeds');
    expect(linksOn((await api.get('/docs/formats')).text)).toEqual(
      expect.arrayContaining(['/docs/windows-and-ranges', '/docs/webhooks']),
    );
    const ids = attributesOf(parseMarkup((await api.get('/docs/metrics')).text), 'h2', 'id');
    for (const { externalDocs } of body.tags ?? []) {
      const [page, heading] = externalDocs?.url.split('#') ?? [];
      expect([page, ids]).toEqual(['/docs/metrics', expect.arrayContaining([heading])]);
    }
  });

  it.each([
    ['GET', '/v1/leaderboard?limit=0', 400, '/docs/errors'],
    ['GET', `/v1/leaderboard?${'a&'.repeat(40)}`, 400, '/docs/errors'],
    ['GET', '/v1/leaderboard', 401, '/docs/authentication'],
    ['GET', '/v1/nothing', 404, '/docs/errors'],
    ['DELETE', '/v1/leaderboard', 405, '/docs/errors'],
  ])('is linked by the error of %s %s', async (method, path, status, page) => {
    for (const type of ['application/json', 'application/problem+json']) {
      const authorization: Record<string, string> = status === 401 ? {} : { Authorization: `Bearer ${token}` };
      const error = await api.send(method, path, { Accept: type, ...authorization });
      expect([error.status, error.headers.get('link')]).toEqual([status, `<${page}>; rel="help"`]);
    }
    expect((await api.get(page)).status).toBe(200);
  });

  it('is nowhere if it is switched off, and the index shows less', async () => {
    const off = await TestApp.start({ env: { DOCS_ENABLED: 'off' }, databaseUrl: api.databaseUrl });
    try {
      const paths = [...Object.keys(files), '/v1/nothing'];
      for (const path of paths) {
        const { status, headers, body } = await off.send('GET', path);
        expect([status, headers.get('link'), body]).toEqual([404, null, { error: 'This path does not exist.' }]);
      }
      expect((await off.send('GET', '/')).body).toEqual({ name: 'Streaming analytics API', status: '/v1/status' });
      expect(await off.send('GET', '/v1/leaderboard')).toMatchObject({ status: 200 });
    } finally {
      await off.stop();
    }
  });
});

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
    const response = await fetch(new URL(address, `${proxy.url}/api/`), { headers: { Accept: 'application/json' } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const parsed = async <Body>(address: string) => JSON.parse((await ask(address)).text) as Body;

  it.each([
    ['v1/events/public?limit=1', 3],
    ['v1/events/public.csv?limit=1', 3],
  ])('leads from page to page of %s', async (path, pages) => {
    let count = 0;
    for (let address: URL | undefined = new URL(path, `${proxy.url}/api/`); address; count++) {
      const { status, headers }: Awaited<ReturnType<typeof ask>> = await ask(address);
      expect(status).toBe(200);
      const next: string | undefined = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      address = next === undefined ? undefined : new URL(next, address);
    }
    expect(count).toBe(pages);
  });

  it('uses the address of the proxy as the server of its operations, and in its index and errors', async () => {
    const document = await parsed<OpenAPIObject>('docs-json');
    expect(document.servers).toEqual([{ url: `${proxy.url}/api` }]);
    expect((await ask(`${document.servers?.[0]?.url}/v1/leaderboard`)).status).toBe(200);
    expect(await parsed('')).toMatchObject({ openapi: '/api/docs-json', status: '/api/v1/status' });
    expect((await ask('v1/nothing')).headers.get('link')).toBe('</api/docs/errors>; rel="help"');
    expect(await parsed('v1/nothing')).toEqual({
      error: 'This path does not exist. For the operations of this API, see /api/docs.',
    });
  });

  it.each(['/api/docs', '/api/docs/'])('shows %s with all its files', async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(200);
    for (const file of linksOf(text)) {
      expect({ file, ...(await ask(new URL(file, proxy.url + path))) }).toMatchObject({ file, status: 200 });
    }
  });

  it.each(['docs', 'docs/errors', '', 'nothing'])(
    'defines each custom property that the page /%s uses',
    async (path) => {
      const load = async (address: string) => {
        const response = await fetch(new URL(address, `${proxy.url}/api/`), { headers: { Accept: 'text/html' } });
        return { type: response.headers.get('content-type'), text: await response.text() };
      };
      const { text: page } = await load(path);
      const links = attributesOf(parseMarkup(page), 'link[rel=stylesheet]', 'href');
      const sheets = await Promise.all(links.map((link) => load(new URL(link, `${proxy.url}/api/${path}`).href)));
      expect(sheets.map(({ type }) => type)).toEqual(links.map(() => 'text/css; charset=utf-8'));
      const css = [page, ...sheets.map(({ text }) => text)].join('\n');
      const namesIn = (pattern: RegExp) => Array.from(css.matchAll(pattern), ([, name]) => name);
      const used = namesIn(/var\(\s*(--[\w-]+)/g);
      const defined = namesIn(/(?<=[{;\s])(--[\w-]+)\s*:/g);
      expect(used).toEqual(expect.arrayContaining(['--ink', '--line', '--x4']));
      expect([...new Set(used)].filter((name) => !defined.includes(name))).toEqual([]);
    },
  );

  it('links from the description to the definitions of the figures', async () => {
    const { info } = await parsed<OpenAPIObject>('docs-json');
    const [, link = ''] = /\]\(([^)]+)\)/.exec(info.description ?? '') ?? [];
    const { status, headers, text } = await ask(link);
    expect([link, status, headers.get('content-type')]).toEqual(['/api/docs/metrics', 200, 'text/html; charset=utf-8']);
    expect(parseMarkup(text).querySelector('h1')?.text).toBe('Definitions of the figures');
  });
});
