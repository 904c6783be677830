import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { openView } from '../support/pages/browser.js';
import { SeededSite } from '../support/http/seeded-site.js';

/** Questions of readers, each with the number of clicks that lead to the answer. */
describe('a reader', () => {
  const site = SeededSite.whileTesting({ env: { EMBED_ORIGINS: '*' } });
  let page: Page;
  let clicks: number;

  beforeAll(async () => {
    page = await openView(site.browser);
    await page.browserContext().overridePermissions(site.api.url, ['clipboard-read', 'clipboard-write']);
  });

  const start = async (path: string) => {
    clicks = 0;
    await site.visit(page, path);
  };
  const click = (selector: string) => {
    clicks += 1;
    return page.click(selector);
  };
  const follow = (selector: string) => Promise.all([page.waitForNavigation(), click(selector)]);
  const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

  it.each([1280, 390])('sees who is live without a click, %d pixels wide', async (width) => {
    await page.setViewport({ width, height: 900 });
    await start('/');
    const bottom = await page.$eval('.live-strip li', (first) => first.getBoundingClientRect().bottom);
    await page.setViewport({ width: 1280, height: 900 });
    expect(bottom).toBeLessThan(900);
    expect(await textOf('.live-strip li')).toMatch(/\d viewers, /);
  });

  it('finds a Korean name by its middle in two clicks', async () => {
    await start('/');
    await page.type('#query', '늘모');
    await follow('search button');
    expect(await textOf('#found .note')).toBe('1 found.');
    await follow('#found tbody a');
    expect(page.url()).toBe(`${site.api.url}/streamers/haneul_mori`);
    expect(clicks).toBe(2);
  });

  it('reads when a streamer usually streams', async () => {
    await start('/streamers/nightshift_radio');
    expect(await textOf('.lead')).toMatch(/Streams .* a week .*, usually .*between \d\d:\d\d and \d\d:\d\d UTC/);
  });

  it('sorts the games of a streamer by viewers in one click', async () => {
    await start('/streamers/aurora_plays');
    await follow('#games thead th:nth-child(3) a');
    expect(await textOf('#games [aria-sort=descending]')).toContain('Avg. viewers');
    const viewers = await page.$$eval('#games tbody tr', (rows) =>
      rows.map((row) => Number(row.children[2]?.textContent?.replaceAll(',', ''))),
    );
    expect(viewers.length).toBeGreaterThan(2);
    expect(viewers).toEqual(viewers.toSorted((a, b) => b - a));
    expect(clicks).toBe(1);
  });

  it('compares two streamers over 90 days by display name in four clicks', async () => {
    const choose = async (text: string, name: string) => {
      // Chromium focuses a field with autofocus when it draws the page, which can be after the page has loaded.
      await page.waitForSelector('#add:focus');
      await page.keyboard.type(text);
      await page.waitForSelector(`#add-suggestions [data-name="${name}"]`);
      await follow(`#add-suggestions [data-name="${name}"]`);
    };
    await start('/');
    await follow('nav a[href="/compare"]');
    await choose('AuroraP', 'aurora_plays');
    await choose('NightshiftR', 'nightshift_radio');
    await follow('.ranges .seg li:nth-child(3) a');
    expect(page.url()).toBe(`${site.api.url}/compare?streamers=aurora_plays,nightshift_radio&days=90`);
    expect(await textOf('.lead')).toMatch(/AuroraPlays has [\d.]+ times NightshiftRadio’s average viewers/);
    expect(clicks).toBe(4);
  });

  it('takes all streams of a year as a file that spreadsheets read in two clicks', async () => {
    await start('/streamers/aurora_plays');
    const folder = await mkdtemp(join(tmpdir(), 'downloads-'));
    const browserContextId = page.browserContext().id ?? '';
    const session = await page.createCDPSession();
    const behavior = { behavior: 'allow', downloadPath: folder, browserContextId, eventsEnabled: true } as const;
    await session.send('Browser.setDownloadBehavior', behavior);
    const isComplete = new Promise<void>((resolve) =>
      session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
    );
    await click('#streams .share > summary');
    await click('#streams .share a:nth-of-type(2)');
    const file = join(folder, 'streamers-aurora_plays-streams-365.csv');
    await isComplete;
    const bytes = await readFile(file);
    await rm(folder, { recursive: true });
    // The byte order mark, without which Excel misreads letters.
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [heading, ...rows] = bytes.toString().trim().split('\n');
    expect(heading).toMatch(/^Started \(UTC\),Ended \(UTC\),Title,Length \(minutes\),Game,Average viewers,/);
    expect(rows).toHaveLength(160);
    expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,.*🐉/u);
    expect(clicks).toBe(2);
  });

  it('copies the code of a chart for another site in three clicks', async () => {
    await start('/streamers/aurora_plays');
    await click('#followers .share > summary');
    await follow('#followers .share a:last-of-type');
    await click('#frame-code + button');
    await page.waitForFunction(() => document.querySelector('#frame-code + button')?.textContent === 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^<iframe [^>]*src="http:.*\/embed\/streamers\/aurora_plays\/followers/,
    );
    expect(clicks).toBe(3);
  });

  it('learns how average viewers are computed in one click', async () => {
    await start('/streams/40100000001');
    await follow('.tile .info');
    expect(page.url()).toBe(`${site.api.url}/about#average-viewers`);
    expect(await textOf(':target')).toMatch(/^Average viewersThe number of people/);
    expect(clicks).toBe(1);
  });

  it('sees the API call of a panel in one click', async () => {
    await start('/streamers/aurora_plays');
    await click('#viewers .share > summary');
    const call = await page.waitForSelector('#viewers-call', { visible: true });
    const url = (await call?.evaluate((field) => (field as HTMLTextAreaElement).value)) ?? '';
    expect(await (await fetch(url)).json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: '40100000001' })]),
    );
    expect(clicks).toBe(1);
  });

  it('sees the moment of the peak of a stream without a click', async () => {
    await start('/streams/40100000001');
    const moment = await page.$eval('.tile:nth-child(2) time', (time) => time.getAttribute('datetime') ?? '');
    const { body } = await site.api.get<{ started_at: string; ended_at: string }>('/v1/streams/40100000001');
    expect(await textOf('.tile:nth-child(2)')).toMatch(/^Peak viewers[\d,]+.* at \d\d:\d\d/);
    expect(moment >= body.started_at && moment <= body.ended_at).toBe(true);
    expect(await textOf('#viewers .chart-ring + text')).toContain(await textOf('.lead time'));
  });

  it('finds data and a definition in each panel of the seed, a download in each one with rows, and the days of a year with a stream', async () => {
    const unshared = ['sponsors', 'events', 'known', 'about', 'chat', 'quality', 'range', 'watched'];
    const paths = ['/', '/live', '/games', '/games/Just%20Chatting', '/events/300000001', '/streams/40100000001'];
    for (const path of [
      ...paths,
      '/search?q=a',
      '/streamers/aurora_plays',
      '/compare?streamers=aurora_plays,nightshift_radio',
    ]) {
      await start(path);
      const panels = await page.$$eval('.panel', (all) =>
        all.map((panel) => ({
          id: panel.id,
          isEmpty: panel.querySelector('.empty') !== null,
          isShared: panel.querySelector('.share') !== null,
          isDefined: panel.querySelector('.panel-head .info') !== null,
        })),
      );
      expect({ path, count: panels.length }).not.toEqual({ path, count: 0 });
      const bad = panels.filter(
        ({ id, isEmpty, isShared, isDefined }) =>
          isEmpty || isShared === unshared.includes(id) || !(isDefined || id === 'watched'),
      );
      expect({ path, bad }).toEqual({ path, bad: [] });
    }
    await start('/streamers/aurora_plays');
    expect(await page.$('#calendar-graph-numbers')).not.toBeNull();
  });
});
