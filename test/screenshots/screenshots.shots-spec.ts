import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { GoToOptions, Page } from 'puppeteer-core';
import { MetaService } from '../../src/meta/meta.service.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { closeView, openView, visit } from '../support/pages/browser.js';
import { shownPages } from '../support/pages/page-paths.js';
import { SeededSite } from '../support/http/seeded-site.js';
import { TestApp } from '../support/http/test-app.js';

const folder = process.env.SCREENSHOTS ?? 'screenshots';

/** Screenshots for the README: the part of each page that fits a screen. */
const ofReadme = [
  { path: '/', file: 'leaderboard.png', theme: 'light' },
  { path: '/streamers/aurora_plays', file: 'streamer.png', theme: 'dark' },
] as const;

const forms = [
  { form: 'light-desktop', theme: 'light', width: 1280 },
  { form: 'dark-desktop', theme: 'dark', width: 1280 },
  { form: 'light-phone', theme: 'light', width: 390 },
  { form: 'dark-phone', theme: 'dark', width: 390 },
] as const;

/** Services that return an error page. */
const inTrouble: { name: string; status: number; env?: Record<string, string>; harm?: (service: TestApp) => void }[] = [
  { name: 'too many requests', status: 429, env: { RATE_LIMIT: '1' } },
  {
    name: 'a failure',
    status: 500,
    harm: ({ app }) => void jest.spyOn(app.get(MetaService), 'findStatus').mockRejectedValue(new Error('the cause')),
  },
  {
    name: 'an overloaded service',
    status: 503,
    harm: ({ app }) => void jest.spyOn(app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true),
  },
];

const settled: GoToOptions = { waitUntil: 'networkidle0' };

async function shoot(page: Page, name: string, form: string): Promise<void> {
  const file = path.join(folder, `${name.replace(/\W+/g, '-')}.${form}.png`);
  const { byteLength } = await page.screenshot({ path: file, fullPage: true });
  expect(byteLength).toBeGreaterThan(1_000);
}

describe(`screenshots in ${folder}`, () => {
  const site = SeededSite.whileTesting();

  beforeAll(() => void mkdirSync(folder, { recursive: true }));

  describe.each(forms)('$form', ({ form, theme, width }) => {
    it.each(shownPages)('%s', async (name, address) => {
      const page = await openView(site.browser, { theme, width });
      await visit(page, site.api.url + address, settled);
      await shoot(page, name, form);
      await closeView(page);
    });
  });

  it.each(inTrouble)('$name', async ({ name, status, env = {}, harm }) => {
    const service = await TestApp.start({ env });
    harm?.(service);
    try {
      // The first request may still be within the rate limit.
      await service.get('/', { accept: 'text/html' });
      for (const { form, theme, width } of forms) {
        const page = await openView(site.browser, { theme, width });
        expect((await page.goto(service.url, settled))?.status()).toBe(status);
        await shoot(page, name, form);
        await closeView(page);
      }
    } finally {
      await service.stop();
    }
  });

  it.each(ofReadme)('$file of the README', async ({ path: address, file, theme }) => {
    const page = await openView(site.browser, { theme });
    await visit(page, site.api.url + address, settled);
    const { byteLength } = await page.screenshot({ path: path.join(folder, file) });
    await closeView(page);
    expect(byteLength).toBeGreaterThan(1_000);
  });
});
