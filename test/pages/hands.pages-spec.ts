import type { Page } from 'puppeteer-core';
import { closeView, openView } from '../support/browser.js';
import { shownPages } from '../support/page-paths.js';
import { overflowOf, SeededSite } from '../support/seeded-site.js';

describe('the pages', () => {
  const site = SeededSite.whileTesting();
  let page: Page;

  beforeAll(async () => {
    page = await openView(site.browser);
  });

  it.each(shownPages)(
    'fit windows of 320 pixels, and of 1,280 pixels at a zoom of 200 percent: %s',
    async (_name, path) => {
      await page.setViewport({ width: 320, height: 900 });
      await site.visit(page, path);
      const narrow = await overflowOf(page);
      await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
      const zoomed = await overflowOf(page);
      expect({ narrow, zoomed }).toEqual({ narrow: 0, zoomed: 0 });
    },
  );

  it('show the change of a compared figure next to the figure', async () => {
    await page.setViewport({ width: 1280, height: 900 });
    await site.visit(page, '/compare?streamers=aurora_plays,nightshift_radio');
    const distances = (await page.evaluate(`[...document.querySelectorAll('#figures .change')].map(
      (change) => change.nextElementSibling.getBoundingClientRect().left - change.getBoundingClientRect().right,
    )`)) as number[];
    expect(distances.length).toBeGreaterThan(0);
    expect(Math.min(...distances)).toBeGreaterThan(0);
    // The digits of a figure without a unit are in this gap.
    expect(Math.max(...distances)).toBeLessThan(80);
  });

  it('work with the keyboard alone, and show the focus', async () => {
    const page = await site.open('/');
    const focused = async () =>
      (await page.evaluate(`(({ id, tagName: tag, textContent }) => ({
        id, tag, text: textContent.trim(), outline: getComputedStyle(document.activeElement).outlineStyle,
      }))(document.activeElement)`)) as { id: string; tag: string; text: string; outline: string };
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
    expect(page.url()).toBe(`${site.api.url}/search?q=zzzzzz`);
    await closeView(page);
  });

  it('print without controls, and with complete tables', async () => {
    const page = await site.open('/streamers/aurora_plays');
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
