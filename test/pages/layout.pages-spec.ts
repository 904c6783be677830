import type { Page } from 'puppeteer-core';
import { withOwner } from '../../src/database/owner-client.js';
import { closeView } from '../support/pages/browser.js';
import { overflowOf, SeededSite } from '../support/http/seeded-site.js';

const longName = 'W'.repeat(100);

describe('the layout of pages', () => {
  const site = SeededSite.whileTesting({
    prepare: (databaseUrl) =>
      withOwner(databaseUrl, async (client) => {
        const logins = ['nightshift_radio', 'worldstage_arena'];
        await client.query('UPDATE streamers SET display_name = $1 WHERE login = ANY ($2)', [longName, logins]);
      }),
  });

  /** Returns the texts that a name of 100 letters covers: figures, signs and other names. */
  const coveredIn = (page: Page) =>
    page.evaluate((name) => {
      const boxesOf = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      };
      const covers = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
      const links = [...document.querySelectorAll('main a[dir=auto]')].filter(
        ({ textContent }) => textContent === name,
      );
      const others = [...document.querySelectorAll('td, .add, .num, .card')].filter((one) => one.checkVisibility());
      const covered = links.flatMap((link) =>
        others.filter(
          (other) => !other.contains(link) && boxesOf(other).some((box) => covers(box, link.getBoundingClientRect())),
        ),
      );
      return { links: links.length, covered: covered.map(({ textContent }) => textContent) };
    }, longName);

  it.each([
    ['/leaderboard', [320, 390, 768, 1440]],
    ['/live', [320, 768, 1440]],
    ['/search?q=nightshift', [320, 768, 1440]],
    ['/games/Music', [320, 1440]],
  ])('keeps names of 100 letters within their column: %s', async (path, widths) => {
    for (const width of widths) {
      const page = await site.open(path, { width });
      const { links, covered } = await coveredIn(page);
      expect({ width, covered, overflow: await overflowOf(page) }).toEqual({ width, covered: [], overflow: 0 });
      expect(links).toBeGreaterThan(0);
      await closeView(page);
    }
  });

  it.each(['/streamers/nightshift_radio', '/compare?streamers=nightshift_radio,worldstage_arena'])(
    'breaks names of 100 letters in headings and legends: %s',
    async (path) => {
      for (const width of [320, 1440]) {
        const page = await site.open(path, { width });
        expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
        await closeView(page);
      }
    },
  );

  it('gives the title of a live stream the free space between phones and wide screens', async () => {
    const page = await site.open('/live', { width: 768 });
    const widths = await page.$$eval('#live thead th', (cells) =>
      cells.map((cell) => [cell.textContent, cell.getBoundingClientRect().width] as const),
    );
    await closeView(page);
    const [widest] = widths.toSorted(([, a], [, b]) => b - a);
    expect(widest?.[0]).toBe('Title and game');
  });

  it('shows the chosen range, carets and bars by more than colors and weight in forced colors', async () => {
    const page = await site.open('/totals');
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const shown = await page.evaluate(() => {
      const styleOf = (selector: string, part?: string) =>
        getComputedStyle(document.querySelector(selector) as Element, part);
      return {
        chosen: styleOf('.ranges .seg a[aria-current]').outlineStyle,
        other: styleOf('.ranges .seg a:not([aria-current])').outlineStyle,
        caret: styleOf('.share > summary', '::after').content,
        bar: styleOf('.share-bar .part-1').fill !== getComputedStyle(document.body).backgroundColor,
      };
    });
    await closeView(page);
    expect(shown).toEqual({ chosen: 'solid', other: 'none', caret: '"▾"', bar: true });
  });
});
