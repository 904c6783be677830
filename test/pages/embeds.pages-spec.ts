import type { Page } from 'puppeteer-core';
import { SEED_EXAMPLES } from '../../src/jobs/seed/seed-examples.js';
import { openView } from '../support/pages/browser.js';
import { SeededSite } from '../support/http/seeded-site.js';

const { streamerLogin, streamId, eventId } = SEED_EXAMPLES;

describe('a frame', () => {
  const site = SeededSite.whileTesting({ env: { EMBED_ORIGINS: '*' } });
  let page: Page;

  beforeAll(async () => {
    page = await openView(site.browser);
  });

  it.each([
    ...['followers', 'viewers', 'airtime', 'hours', 'calendar'].map((graph) => `streamers/${streamerLogin}/${graph}`),
    `streams/${streamId}/viewers`,
    `events/${eventId}/viewers`,
    ...['viewers', 'followers', 'hours'].map((graph) => `compare/${graph}?streamers=${streamerLogin},worldstage_arena`),
  ])('shows the whole chart at each height: %s', async (path) => {
    for (const height of [200, 240, 360]) {
      await page.setViewport({ width: 480, height });
      await site.visit(page, `/embed/${path}${path.includes('?') ? '&' : '?'}height=${height}`);
      const sizes = (await page.evaluate(`({
        overflow: document.documentElement.scrollHeight - innerHeight,
        room: document.querySelector('.chart').clientHeight,
      })`)) as { overflow: number; room: number };
      expect({ path, height, overflow: sizes.overflow }).toEqual({ path, height, overflow: 0 });
      expect(sizes.room).toBeGreaterThan(height / 3);
    }
  });

  it('names the time zone once, and shows the whole note in a narrow frame', async () => {
    await page.setViewport({ width: 320, height: 360 });
    for (const [graph, zone] of [
      ['calendar', 'Asia/Seoul'],
      ['hours', 'UTC'],
      ['viewers', 'UTC'],
    ] as const) {
      await site.visit(page, `/embed/streamers/${streamerLogin}/${graph}?tz=${zone}`);
      const text = (await page.evaluate('document.body.innerText')) as string;
      expect(text.match(/UTC|Asia\/Seoul/g)).toEqual([graph === 'viewers' ? 'UTC' : zone]);
      const isCut = await page.$eval('h2', (title) => title.scrollWidth > title.clientWidth);
      expect({ graph, isCut }).toEqual({ graph, isCut: false });
    }
  });

  it.each(['viewers', 'hours'])('names the lines or bars of a comparison at each width: %s', async (graph) => {
    for (const [width, isNarrow] of [
      [340, true],
      [900, false],
    ] as const) {
      await page.setViewport({ width, height: 360 });
      await site.visit(page, `/embed/compare/${graph}?streamers=${streamerLogin},worldstage_arena`);
      const shown = (await page.evaluate(`['.chart-legend', '.chart-right .w'].map((selector) =>
        [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0).map((one) => one.textContent).join(),
      )`)) as string[];
      const [legend, ends] = shown.map((text) => ['Aurora', 'World'].every((name) => text.includes(name)));
      expect({ width, legend, ends }).toEqual({ width, legend: isNarrow, ends: !isNarrow });
    }
  });
});
