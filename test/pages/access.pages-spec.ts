import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import type { Browser } from 'puppeteer-core';
import { closeView, launchBrowser, openView, visit } from '../support/browser.js';
import { shownPages } from '../support/page-paths.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import { TestDatabase } from '../support/test-database.js';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const views = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
] as const;

const html = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // preact closes elements without content as XML does, which HTML allows.
    'void-style': ['error', { style: 'selfclosing' }],
    // Long lines, and text that strangers wrote.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // The attribute "blocking" is newer than the rules.
    'attribute-boolean-style': 'off',
    'no-inline-style': 'error',
    // The fields of the comparison give one list.
    'form-dup-name': 'off',
  },
});

describe('the pages', () => {
  let database: TestDatabase;
  let api: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
  });

  describe.each(views)('as $theme, $width pixels wide', ({ theme, width }) => {
    it.each(shownPages)('break no rule of WCAG 2.2 AA: %s', async (_name, path) => {
      const page = await openView(browser, { theme, width });
      await visit(page, api.url + path);
      await page.evaluate(axe.source);
      const found = await page.evaluate(
        (tags) =>
          (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: tags, resultTypes: ['violations'] }),
        wcag,
      );
      await closeView(page);
      const told = found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map((node) => node.html)
            .slice(0, 3)
            .join(' ')}`,
      );
      expect(told).toEqual([]);
    });
  });

  it.each(shownPages)('are valid HTML: %s', async (_name, path) => {
    const { text } = await api.get(path, { accept: 'text/html' });
    const { results } = await html.validateString(text);
    const told = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, offset }) => `${ruleId}: ${message} ${text.slice(offset - 40, offset + 60)}`),
    );
    expect(told).toEqual([]);
  });
});
