import type { Browser, Page } from 'puppeteer-core';
import { closeView, launchBrowser, openView, visit } from '../support/browser.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import { TestDatabase } from '../support/test-database.js';

describe('Swagger UI', () => {
  let database: TestDatabase;
  let api: TestApp;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url });
    browser = await launchBrowser();
    page = await openView(browser);
    await visit(page, `${api.url}/docs`);
    await page.waitForSelector('.opblock');
  });

  afterAll(async () => {
    await closeView(page);
    await browser.close();
    await api.stop();
    await database.drop();
  });

  it('gets data from each operation that is executed as shown', async () => {
    const ids = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id));
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
    expect(ids.length).toBeGreaterThan(20);
    expect(empty).toEqual([]);
  });

  async function textOf(selector: string): Promise<string> {
    const element = await page.waitForSelector(selector);
    return (await element?.evaluate((node) => node.textContent)) ?? '';
  }
});
