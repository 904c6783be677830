import { HtmlValidate } from 'html-validate';
import type { Page } from 'puppeteer-core';
import { overflowOf, SeededSite } from '../http/seeded-site.js';
import { findViolations } from './axe.js';
import { Form, openView, show } from './browser.js';
import { findFlaws } from './look.js';
import type { shownPages } from './page-paths.js';

/** Both themes, and the sizes of a desktop and a phone. */
export const forms: Form[] = [
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

/** Defines the tests of what a reader sees of each page, in one page for all addresses, so that the browser compiles axe once. */
export function checkPages(site: SeededSite, pages: typeof shownPages): void {
  let page: Page;

  beforeAll(async () => {
    page = await openView(site.browser);
  });

  describe.each(pages)('%s', (_name, path) => {
    beforeAll(async () => {
      await site.visit(page, path);
    });

    it.each(forms)('meets WCAG 2.2 AA with the $theme theme, $width pixels wide, and hides nothing', async (form) => {
      await show(page, form);
      expect(await findFlaws(page)).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
    });

    it('fits windows of 320 pixels, and of 1,280 pixels at a zoom of 200 percent', async () => {
      await page.setViewport({ width: 320, height: 900 });
      const narrow = await overflowOf(page);
      await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 });
      const zoomed = await overflowOf(page);
      expect({ narrow, zoomed }).toEqual({ narrow: 0, zoomed: 0 });
    });

    it('starts with one heading, in its head', async () => {
      await show(page, { theme: 'light', width: 1280 });
      const headings = await page.$$eval('h1', (all) =>
        all.map((heading) => ({
          isInHead: heading.closest('.page-head, .error-page, .embed') !== null,
          isOnScreen: heading.getBoundingClientRect().bottom < 400 && heading.textContent?.trim() !== '',
        })),
      );
      expect(headings).toEqual([{ isInHead: true, isOnScreen: true }]);
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
}
