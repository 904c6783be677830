import { HtmlValidate } from 'html-validate';
import type { Page } from 'puppeteer-core';
import { findViolations } from '../support/pages/axe.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { Form, launchBrowser, openView, show } from '../support/pages/browser.js';
import { shownPages } from '../support/pages/page-paths.js';
import { SeededSite } from '../support/http/seeded-site.js';
import { TestApp } from '../support/http/test-app.js';

const forms: Form[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
];

const html = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // preact closes void elements as in XML, which HTML allows.
    'void-style': ['error', { style: 'selfclosing' }],
    // Long lines and user-supplied text.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // The rules do not include the attribute "blocking" yet.
    'attribute-boolean-style': 'off',
    'no-inline-style': 'error',
    // The fields of the comparison form one list.
    'form-dup-name': 'off',
  },
});

it('the page of an overloaded service meets WCAG 2.2 AA with both themes', async () => {
  const service = await TestApp.start();
  jest.spyOn(service.app.get(ResponseCache), 'isBusy', 'get').mockReturnValue(true);
  const browser = await launchBrowser();
  const page = await openView(browser);
  for (const form of forms) {
    await show(page, form);
    expect((await page.goto(service.url))?.status()).toBe(503);
    expect(await findViolations(page)).toEqual([]);
  }
  await browser.close();
  await service.stop();
});

describe('the pages', () => {
  const site = SeededSite.whileTesting();
  let page: Page;

  // One page for all addresses, so that the browser compiles axe only once.
  beforeAll(async () => {
    page = await openView(site.browser);
  });

  describe.each(shownPages)('%s', (_name, path) => {
    beforeAll(async () => {
      await site.visit(page, path);
    });

    it.each(forms)('meets WCAG 2.2 AA with the $theme theme, $width pixels wide', async (form) => {
      await show(page, form);
      expect(await findViolations(page)).toEqual([]);
    });

    it('is valid HTML', async () => {
      const { text } = await site.api.get(path, { accept: 'text/html' });
      const { results } = await html.validateString(text);
      const told = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, offset }) => `${ruleId}: ${message} ${text.slice(offset - 40, offset + 60)}`),
      );
      expect(told).toEqual([]);
    });
  });
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
