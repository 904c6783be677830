import * as yaml from 'js-yaml';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { valueOf } from '../support/raw-answers.js';
import { RawConnection } from '../support/raw-connection.js';
import { TestApp } from '../support/test-app.js';

jest.mock('js-yaml', () => ({
  ...jest.requireActual<typeof yaml>('js-yaml'),
  dump: jest.fn(jest.requireActual<typeof yaml>('js-yaml').dump),
}));

const files = [
  ...['/docs', '/docs/', '/docs/index.html', '/docs/swagger-ui-init.js', '/docs/swagger-ui.css'],
  ...['/docs/swagger-ui-bundle.js', '/docs/swagger-ui-standalone-preset.js', '/docs-json', '/docs-yaml'],
];

describe('the documentation', () => {
  let api: TestApp;
  let connection: RawConnection;

  beforeAll(async () => {
    api = await TestApp.start();
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

  it('is written as YAML once, however often it is asked for', async () => {
    for (let i = 0; i < 5; i++) expect((await ask('/docs-yaml')).status).toBe(200);
    expect(jest.mocked(yaml.dump)).toHaveBeenCalledTimes(1);
  });

  it.each(files)('gives %s in each encoding, with a tag of its own that gives a 304', async (path) => {
    const plain = await ask(path);
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
  });

  it.each([
    ['/docs', 'text/html; charset=utf-8'],
    ['/DOCS', 'text/html; charset=utf-8'],
    ['/docs/swagger-ui-init.js', 'application/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/docs/favicon-32x32.png', 'image/png'],
    ['/docs-json', 'application/json; charset=utf-8'],
    ['/docs-json/', 'application/json; charset=utf-8'],
    ['/docs-yaml', 'text/yaml; charset=utf-8'],
  ])('says that %s is %s', async (path, type) => {
    const answer = await ask(path);
    expect([answer.status, answer.header('content-type')]).toEqual([200, type]);
  });

  it('lets browsers keep the files of its page for a year, by a hash of their content', async () => {
    const { body } = await ask('/docs');
    const links = [...body.toString().matchAll(/(?:src|href)="\.(\/docs\/[^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) {
      expect(link).toMatch(/\.[0-9a-f]{16}\.(js|css|png)$/);
      const hashed = await ask(link);
      const plain = await ask(link.replace(/\.[0-9a-f]{16}/, ''));
      expect([hashed.status, hashed.header('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(hashed.body.equals(plain.body)).toBe(true);
      const known = await ask(link, { 'If-None-Match': hashed.header('etag') ?? '' });
      expect([known.status, known.header('cache-control')]).toEqual([304, hashed.header('cache-control')]);
    }
  });

  it('gives the file of this version, for minutes, to the page of another one', async () => {
    const { status, header } = await ask('/docs/swagger-ui.0123456789abcdef.css');
    expect([status, header('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect((await ask('/docs/other.0123456789abcdef.css')).status).toBe(404);
  });

  it('is as wide as the screen of a phone', async () => {
    const page = (await ask('/docs')).body.toString();
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(page).toContain('@media (max-width: 640px)');
  });

  it.each(['/docs', '/docs/', '/docs/index.html'])('links to files that are there from %s', async (path) => {
    const { body } = await ask(path);
    const links = [...body.toString().matchAll(/(?:src|href)=["'](\.[^"']+)["']/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect((await ask(new URL(link, `http://a${path}`).pathname)).status).toBe(200);
  });
});
