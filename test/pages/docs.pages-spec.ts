import type { Page } from 'puppeteer-core';
import { findViolations } from '../support/pages/axe.js';
import { closeView, show } from '../support/pages/browser.js';
import { SeededSite } from '../support/http/seeded-site.js';

describe('Swagger UI', () => {
  const site = SeededSite.whileTesting();
  const refused: string[] = [];
  let page: Page;

  beforeAll(async () => {
    page = await site.open('/docs');
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.reload();
    await page.waitForSelector('.opblock');
  });

  it('gets data from the first operation of each tag with the default values', async () => {
    const ids = await page.$$eval('.opblock-tag-section', (tags) =>
      tags.map((tag) => tag.querySelector('.opblock')!.id),
    );
    const empty: unknown[] = [];
    for (const id of ids) {
      await page.click(`#${id} .opblock-summary-control`);
      await page.locator(`#${id} button.execute`).click();
      const [status, body] = await Promise.all([
        textOf(`#${id} .live-responses-table tbody .response-col_status`),
        textOf(`#${id} .live-responses-table .response-col_description :is(.microlight, code, img, svg)`),
      ]);
      if (!status.startsWith('200') || /^(\[\s*\]|\{\s*"items":\s*\[\s*\])/.test(body))
        empty.push({ id, status, body });
      await page.click(`#${id} .opblock-summary-control`);
    }
    expect(ids.length).toBeGreaterThan(5);
    expect(empty).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('meets WCAG 2.2 AA with the %s theme, %d pixels wide, without sideways scroll', async (theme, width) => {
    await show(page, { theme, width });
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

  it('leads back to the pages, and has a start section with links that exist', async () => {
    expect(await page.$eval('.brand', (link) => [link.textContent, link.getAttribute('href')])).toEqual([
      'Streaming analytics',
      '/',
    ]);
    const links = await page.$$eval('main a:not(#swagger-ui a)', (all) =>
      all.map((link) => [link.textContent, link.pathname]),
    );
    expect(links.map(([title]) => title)).toEqual(
      expect.arrayContaining(['Token', 'Paging', 'Limits', 'Errors', 'Formats', 'Changelog', 'Typed client']),
    );
    for (const [, path = ''] of links) expect(await site.api.get(path)).toMatchObject({ status: 200 });
    expect(await textOf('main pre')).toMatch(/^curl "http.*\/v1\/leaderboard\?limit=2"$/);
  });

  it.each(['/docs', '/docs/errors'])(
    'has the header of the pages, whose search and theme work, at %s',
    async (path) => {
      const other = await site.open('/about');
      const headerOf = (shown: Page) =>
        shown.$eval('.site-head', (head) => {
          for (const link of head.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
          return head.outerHTML;
        });
      const header = await headerOf(other);
      await site.visit(other, path);
      expect(await headerOf(other)).toBe(header);
      await other.select('#theme', 'dark');
      expect(await other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
      expect(await other.evaluate(() => document.documentElement.className)).toBe(path === '/docs' ? 'dark-mode' : '');
      await other.keyboard.press('/');
      await other.keyboard.type('minecr');
      await other.waitForSelector('[role=option]');
      await Promise.all([other.waitForNavigation(), other.keyboard.press('Enter')]);
      expect(other.url()).toBe(`${site.api.url}/search?q=minecr`);
      await closeView(other);
    },
  );

  it('has samples beside an operation, and no common response headers', async () => {
    const id = '#operations-Streams-findStream';
    await page.click(`${id} .opblock-summary-control`);
    await page.waitForSelector(`${id} .opblock-description details`);
    const text = await textOf(`${id} .opblock-body`);
    expect(text).toMatch(/curl "http.*const response = await fetch\(.*urlopen/s);
    expect(text).not.toMatch(/RateLimit|X-Request-Id/);
    await page.click(`${id} .opblock-summary-control`);
  });

  it('filters operations by words of path and summary', async () => {
    await page.type('.filter-field', 'live list');
    await page.waitForFunction(() => document.querySelectorAll('.opblock').length === 1);
    expect(await textOf('.opblock-summary-path')).toMatch(/streams.*live/);
  });

  it('reports that the operations cannot be loaded', async () => {
    const other = await site.open('/about');
    await other.setRequestInterception(true);
    other.on('request', (request) =>
      request.url().endsWith('/docs-json') ? void request.respond({ status: 429 }) : void request.continue(),
    );
    await site.visit(other, '/docs');
    await other.waitForFunction(() => document.querySelector('#swagger-ui')?.textContent !== '');
    expect(await other.$eval('#swagger-ui', ({ textContent }) => textContent)).toMatch(/cannot be loaded now/);
    await closeView(other);
  });

  it('violates no rule of its content security policy', async () => {
    const { text, headers } = await site.api.get('/docs');
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).not.toMatch(/<style|style=|<script>/);
    expect(refused).toEqual([]);
  });

  async function textOf(selector: string): Promise<string> {
    const element = await page.waitForSelector(selector);
    return (await element?.evaluate((node) => node.textContent)) ?? '';
  }
});
