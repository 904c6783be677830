import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import { closeView, launchBrowser, openView, visit } from '../support/browser.js';
import { shownPages } from '../support/page-paths.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import { TestDatabase } from '../support/test-database.js';

const folder = process.env.SCREENSHOTS ?? 'screenshots';

/** The pages that the README shows, and how: only as much as fits a screen. */
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

describe(`screenshots in ${folder}`, () => {
  let database: TestDatabase;
  let api: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
  });

  describe.each(forms)('$form', ({ form, theme, width }) => {
    it.each(shownPages)('%s', async (name, address) => {
      const page = await openView(browser, { theme, width });
      await visit(page, api.url + address, { waitUntil: 'networkidle0' });
      const file = path.join(folder, `${name.replace(/\W+/g, '-')}.${form}.png`);
      const { byteLength } = await page.screenshot({ path: file, fullPage: true });
      await closeView(page);
      expect(byteLength).toBeGreaterThan(1_000);
    });
  });

  it.each(ofReadme)('$file of the README', async ({ path: address, file, theme }) => {
    const page = await openView(browser, { theme });
    await visit(page, api.url + address, { waitUntil: 'networkidle0' });
    const { byteLength } = await page.screenshot({ path: path.join(folder, file) });
    await closeView(page);
    expect(byteLength).toBeGreaterThan(1_000);
  });
});
