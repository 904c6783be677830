import type { Page } from 'puppeteer-core';
import { SeededSite } from '../support/seeded-site.js';

describe('Swagger UI', () => {
  const site = SeededSite.whileTesting();
  let page: Page;

  beforeAll(async () => {
    page = await site.open('/docs');
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

  async function textOf(selector: string): Promise<string> {
    const element = await page.waitForSelector(selector);
    return (await element?.evaluate((node) => node.textContent)) ?? '';
  }
});
