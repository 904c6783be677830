import type { Page } from 'puppeteer-core';
import { findViolations } from '../support/pages/axe.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { closeView, openView, show } from '../support/pages/browser.js';
import { findFlaws } from '../support/pages/look.js';
import { checkPages, forms } from '../support/pages/page-checks.js';
import { kindsOfPages } from '../support/pages/page-paths.js';
import { SeededSite } from '../support/http/seeded-site.js';
import { TestApp } from '../support/http/test-app.js';

describe('the pages', () => {
  const site = SeededSite.whileTesting();

  it.each([
    ['', []],
    ['<section class=panel id=one><div class=panel-head>Title</div><p> </p></section>', ['the panel #one is empty']],
    ['<section class=panel><div class=panel-head>Title</div><svg width=9 height=9></svg></section>', []],
    ['<p style="color: #777">Text</p>', [expect.stringMatching(/^contrast 4.5: p/)]],
    ['<p style="color: #767676">Text</p><h1 style="color: #949494">Title</h1>', []],
    ['<svg><text y=20 fill="#eee">1,000</text></svg>', [expect.stringMatching(/^contrast 1.2: text/)]],
    ['<p style="font-size: 0">Text</p>', [expect.stringMatching(/^no extent: p/)]],
    ['<button style="width: 40px; height: 23px; padding: 0">Go</button>', ['40 x 23 pixels: button. "Go"']],
    ['<input style="height: 30px; border: 1px solid #999">', [expect.stringMatching(/^no visible edge: input/)]],
    ['<input style="height: 30px; border: 1px solid #949494"><span class=sr>Label</span>', []],
  ])('are checked for what a person would miss: %s', async (markup, flaws) => {
    const other = await openView(site.browser);
    await other.setContent(`<body style="background: white">${markup}</body>`);
    expect(await findFlaws(other)).toEqual(flaws);
    await closeView(other);
  });

  it('of an overloaded service meet WCAG 2.2 AA with both themes', async () => {
    const service = await TestApp.start();
    jest.spyOn(service.app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true);
    const page = await openView(site.browser);
    for (const form of forms) {
      await show(page, form);
      expect((await page.goto(service.url))?.status()).toBe(503);
      expect(await findFlaws(page)).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
    }
    await closeView(page);
    await service.stop();
  });

  checkPages(site, kindsOfPages);
});

describe('a site with images and embeds', () => {
  const site = SeededSite.whileTesting({ env: { PAGES_IMAGES: 'on', EMBED_ORIGINS: 'https://example.org' } });
  let page: Page;

  beforeAll(async () => {
    page = await openView(site.browser);
  });

  it.each(['/', '/streamers/aurora_plays', '/share?of=streamers/aurora_plays/viewers'])(
    'meets WCAG 2.2 AA: %s',
    async (path) => {
      await site.visit(page, path);
      expect(await findViolations(page)).toEqual([]);
    },
  );

  it.each(forms)('meets WCAG 2.2 AA with open menus and suggestions, $theme, $width pixels wide', async (form) => {
    await site.visit(page, '/streamers/aurora_plays');
    await show(page, form);
    for (const menu of ['.settings', '#viewers .share']) {
      await page.click(`${menu} summary`);
      expect(await findViolations(page)).toEqual([]);
    }
    await page.type('#query', 'auro');
    await page.waitForSelector('[role=listbox] [role=option]');
    expect(await findViolations(page)).toEqual([]);
  });
});
