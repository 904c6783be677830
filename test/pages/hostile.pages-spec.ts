import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { hostileTexts, lineText, marker } from '../fuzz/hostile-texts.js';
import { openView, visit } from '../support/pages/browser.js';
import { attributesOf, openPage } from '../support/pages/markup.js';
import { shownPages } from '../support/pages/page-paths.js';
import { overflowOf, SeededSite } from '../support/http/seeded-site.js';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

/** Texts that break out of HTML, SVG, URLs and lines, in addition to the fuzz texts. */
const ofPages = [
  `</title><script>window.ran=1;${marker}()</script>`,
  `</textarea></style></script><svg onload=window.ran=1>`,
  `' onmouseover='window.ran=1' x='`,
  `]]><img src=x onerror=window.ran=1>`,
  `&lt;script&gt;&#x3c;script&#x3e;`,
  `\u202Eright to left\u202D\u2066\u2069`,
  `${'\u0301\u0489'.repeat(60)}zalgo${'\u0336'.repeat(60)}`,
  '\n\r\t\v\f\u0085\u2028\u2029',
  '\u200b\u200d\ufeff',
  'W'.repeat(140),
  '😀'.repeat(140),
  '👨‍👩‍👧‍👦'.repeat(20),
  '\ud800',
  'שלום'.repeat(30),
  '',
];

/** Texts that PostgreSQL can store: without NUL and lone surrogates. */
function textsFor(count: number): string[] {
  const random = fc.sample(lineText, { seed, numRuns: count });
  return [...ofPages, ...hostileTexts, ...random].map((text) =>
    text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd'),
  );
}

/** Stores hostile texts in all user-supplied fields, a different text per row. */
const poison = `
  UPDATE streamers SET display_name = t.text, profile_image = t.text
  FROM unnest($1::text[]) WITH ORDINALITY t(text, place)
  WHERE t.place = 1 + streamers.id % cardinality($1);
  UPDATE streams SET title = t.text, game_name = t.text, tags = ARRAY[t.text, t.text], thumbnail = t.text, vod_id = t.text
  FROM unnest($1::text[]) WITH ORDINALITY t(text, place)
  WHERE t.place = 1 + streams.id % cardinality($1);
  UPDATE events SET title = t.text, description = t.text, logo_url = t.text
  FROM unnest($1::text[]) WITH ORDINALITY t(text, place)
  WHERE t.place = 1 + events.id % cardinality($1);
  UPDATE event_markers SET title = t.text, description = t.text
  FROM unnest($1::text[]) WITH ORDINALITY t(text, place)
  WHERE t.place = 1 + event_markers.id % cardinality($1);
  UPDATE panels SET url = t.text, root_domain = t.text || panels.root_domain
  FROM unnest($1::text[]) WITH ORDINALITY t(text, place)
  WHERE t.place = 1 + hashtext(panels.raw_url)::bigint % cardinality($1)`;

describe(`with hostile texts in every field (FUZZ_SEED=${seed})`, () => {
  const site = SeededSite.whileTesting({
    env: { PAGES_IMAGES: 'on' },
    prepare: (databaseUrl) =>
      withOwner(databaseUrl, async (client) => {
        const texts = textsFor(200);
        for (const statement of poison.split(';')) await client.query(statement, [texts]);
        await refreshLeaderboard(client);
      }),
  });

  // One page for all addresses saves a process of the browser for each.
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    page = await openView(site.browser, { width: 390 });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('dialog', (dialog) => {
      errors.push(dialog.message());
      void dialog.dismiss();
    });
  });

  it.each(shownPages)('no script runs, and no layout breaks: %s', async (_name, path) => {
    errors.length = 0;
    await visit(page, site.api.url + path, { waitUntil: 'load' });
    await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve)));
    const count = async (selector: string) => (await page.$$(selector)).length;
    const state = {
      ran: await page.evaluate('globalThis.ran'),
      overflow: await overflowOf(page),
      mains: await count('main'),
      footersOrEmbed: await count('.site-foot, .embed'),
      inline: await count(
        'script:not([src]), [onload], [onerror], [onmouseover], [style], iframe, object, a[href^="javascript:" i]',
      ),
    };
    expect(errors).toEqual([]);
    expect(state).toEqual({ ran: undefined, overflow: 0, mains: 1, footersOrEmbed: 1, inline: 0 });
  });

  it('a game with a hostile name has a page', async () => {
    const paths = attributesOf(await openPage(site.api, '/games'), '[href^="/games/"]', 'href');
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths.slice(0, 20)) {
      expect({ path, status: (await site.api.get(path, { accept: 'text/html' })).status }).toEqual({
        path,
        status: 200,
      });
    }
  });
});
