import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { parseMarkup, wordsOfEach } from '../support/pages/markup.js';

const origin = 'https://stats.example.com/live';
const files = ['/favicon.ico', '/apple-touch-icon.png', '/icon-512.png', '/manifest.webmanifest'];

describe('the files at fixed paths', () => {
  const [api, data] = TestApp.whileTestingWithData({
    now: testNow,
    env: { SITE_NAME: 'Tallylight', PUBLIC_URL: origin, RATE_LIMIT: '30' },
  });

  it('include an ICO with the icon as PNG', async () => {
    const response = await fetch(`${api.url}/favicon.ico`);
    expect(response.headers.get('content-type')).toBe('image/x-icon');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4), bytes[6], bytes[7]]).toEqual([1, 1, 32, 32]);
    const [length, offset] = [bytes.readUInt32LE(14), bytes.readUInt32LE(18)];
    expect(bytes.length).toBe(offset + length);
    expect(bytes.subarray(offset + 1, offset + 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(offset + 16)).toBe(32);
  });

  it('include a manifest with the name of the site and icons of the stated sizes', async () => {
    const { headers, text } = await api.get('/manifest.webmanifest');
    expect(headers.get('content-type')).toBe('application/manifest+json');
    const manifest = JSON.parse(text) as { icons: { src: string; sizes: string }[] };
    expect(manifest).toMatchObject({ name: 'Tallylight', start_url: '/live/', scope: '/live/' });
    for (const { src, sizes } of manifest.icons) {
      const bytes = Buffer.from(await (await fetch(api.url + src.replace('/live', ''))).arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(manifest.icons).toHaveLength(2);
  });

  it('may be cached, cost no units and have an entity tag', async () => {
    for (const path of [...files, '/robots.txt']) {
      const { status, headers } = await api.get(path);
      expect({ path, status, left: headers.get('x-ratelimit-remaining') }).toEqual({ path, status: 200, left: null });
      expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      expect((await api.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    }
  });

  it('let crawlers read pages and pictures, and name the sitemap', async () => {
    const { text } = await api.get('/robots.txt');
    expect(text.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /live/v1/',
      'Disallow: /live/search',
      'Disallow: /live/embed/',
      'Disallow: /live/download/',
      'Disallow: /live/parts/',
      'Disallow: /live/share?',
      '',
      `Sitemap: ${origin}/sitemap.xml`,
      '',
    ]);
  });

  it('list the pages and the streamers of the leaderboard in the sitemap', async () => {
    for (const login of ['ranked', '12345']) {
      const { id: streamer_id } = await data.streamer({ login });
      await data.stream({ streamer_id, started_at: hoursAgo(3), ended_at: hoursAgo(2) });
    }
    await data.streamer({ login: 'without_streams' });
    await data.refreshBoard();
    api.forgetAnswers();
    const { headers, text } = await api.get('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const paths = wordsOfEach(parseMarkup(text), 'loc').map((url) => url.replace(origin, ''));
    expect(paths.slice(0, 7)).toEqual(['/leaderboard', '/live', '/totals', '/games', '/events', '/compare', '/about']);
    // Digits may be the ID of another channel, so this streamer is listed by ID.
    expect(paths.slice(7).sort()).toEqual([expect.stringMatching(/^\/streamers\/\d+$/), '/streamers/ranked']);
    expect(paths).not.toContain('/streamers/12345');
  });
});

it.each([
  ['pages are off', { PAGES_ENABLED: 'off', PUBLIC_URL: origin }, 404],
  ['the API needs a token', { API_TOKEN: 'token-of-the-tests-0123456789', PUBLIC_URL: origin }, 404],
  [
    'the API needs a token and pages are on',
    { API_TOKEN: 'token-of-the-tests-0123456789', PAGES_ENABLED: 'on', PUBLIC_URL: origin },
    200,
  ],
])('crawlers are kept away if %s', async (_case, env, fileStatus) => {
  const api = await TestApp.start({ env });
  try {
    expect((await api.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    const { status, body } = await api.get('/sitemap.xml');
    expect({ status, body }).toEqual({ status: 404, body: { error: expect.any(String) } });
    for (const path of [...files, '/previews/site.png']) {
      expect({ path, status: (await api.get(path)).status }).toEqual({ path, status: fileStatus });
    }
  } finally {
    await api.stop();
  }
});

it('there is no sitemap without PUBLIC_URL, because its addresses are absolute', async () => {
  const api = await TestApp.start();
  try {
    expect((await api.get('/robots.txt')).text).not.toContain('Sitemap');
    expect((await api.get('/sitemap.xml')).status).toBe(404);
  } finally {
    await api.stop();
  }
});
