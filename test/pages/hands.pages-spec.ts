import type { Browser, Page } from 'puppeteer-core';
import { closeView, launchBrowser, openView, visit } from '../support/browser.js';
import { shownPages } from '../support/page-paths.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import { TestDatabase } from '../support/test-database.js';

/** How much wider than the window the page is. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as {
      document: { documentElement: { scrollWidth: number } };
      innerWidth: number;
    };
    return document.documentElement.scrollWidth - innerWidth;
  });

describe('the pages', () => {
  let database: TestDatabase;
  let api: TestApp;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url });
    browser = await launchBrowser();
    page = await openView(browser);
  });

  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
  });

  it.each(shownPages)('fit a window of 320 pixels, and one of 1,280 at 200 percent: %s', async (_name, path) => {
    await page.setViewport({ width: 320, height: 900 });
    await visit(page, api.url + path);
    const narrow = await overflowOf(page);
    await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
    const zoomed = await overflowOf(page);
    expect({ narrow, zoomed }).toEqual({ narrow: 0, zoomed: 0 });
  });

  it('put the change of a compared figure beside the figure', async () => {
    await page.setViewport({ width: 1280, height: 900 });
    await visit(page, `${api.url}/compare?streamers=aurora_plays,nightshift_radio`);
    const distances = await page.evaluate(() => {
      interface Box {
        left: number;
        right: number;
      }
      interface Shown {
        getBoundingClientRect: () => Box;
        nextElementSibling: Shown;
      }
      const { document } = globalThis as unknown as { document: { querySelectorAll: (of: string) => Iterable<Shown> } };
      return [...document.querySelectorAll('#figures .change')].map(
        (change) => change.nextElementSibling.getBoundingClientRect().left - change.getBoundingClientRect().right,
      );
    });
    expect(distances.length).toBeGreaterThan(0);
    expect(Math.min(...distances)).toBeGreaterThan(0);
    // The digits of a figure without a unit are between the two.
    expect(Math.max(...distances)).toBeLessThan(50);
  });

  it('can be used by keyboard alone, and show where it is', async () => {
    const page = await openView(browser);
    await visit(page, `${api.url}/`);
    const focused = () =>
      page.evaluate(() => {
        const { document, getComputedStyle } = globalThis as unknown as {
          document: { activeElement: { textContent: string; id: string; tagName: string } };
          getComputedStyle: (element: unknown) => { outlineStyle: string };
        };
        const { activeElement: element } = document;
        return {
          text: element.textContent.trim(),
          id: element.id,
          tag: element.tagName,
          outline: getComputedStyle(element).outlineStyle,
        };
      });
    await page.keyboard.press('Tab');
    expect((await focused()).text).toBe('Skip to content');
    const reached: string[] = [];
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      const { text, id, tag, outline } = await focused();
      expect({ text, outline }).toEqual({ text, outline: 'solid' });
      reached.push(id || text || tag);
    }
    expect(reached).toEqual(expect.arrayContaining(['Live', 'Compare', 'query', '90 days', 'WorldStageArena']));
    await page.focus('#query');
    await page.keyboard.type('zzzzzz');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(`${api.url}/search?q=zzzzzz`);
    await closeView(page);
  });

  it('are printed without what only a screen has a use for, and with whole tables', async () => {
    const page = await openView(browser);
    await visit(page, `${api.url}/streamers/aurora_plays`);
    await page.emulateMediaType('print');
    const shown = (selector: string) =>
      page.$$eval(selector, (elements) => elements.some((element) => element.getClientRects().length > 0));
    for (const selector of ['header nav', 'search', '.choice', '.data-links', '.paging']) {
      expect({ selector, shown: await shown(selector) }).toEqual({ selector, shown: false });
    }
    for (const selector of ['h1', '.tile', '.graph svg', '#streams tbody']) {
      expect({ selector, shown: await shown(selector) }).toEqual({ selector, shown: true });
    }
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
    await closeView(page);
  });
});
