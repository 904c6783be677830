import type { Page } from 'puppeteer-core';
import { closeView, openView } from '../support/pages/browser.js';
import { overflowOf, SeededSite } from '../support/http/seeded-site.js';

describe('the pages', () => {
  const site = SeededSite.whileTesting();
  let page: Page;

  beforeAll(async () => {
    page = await openView(site.browser);
  });

  it.each([
    '/streamers/aurora_plays',
    '/streams/40100000001',
    '/events/300000001',
    '/compare?streamers=aurora_plays,mossy_otter',
    '/embed/streams/40100000001/viewers',
    '/embed/streamers/aurora_plays/calendar',
  ])('write graphs in 12 pixels at every width and in print, within their panels: %s', async (path) => {
    const page = await site.open(path);
    for (const [width, media] of [
      [360, 'screen'],
      [700, 'screen'],
      [1440, 'screen'],
      [700, 'print'],
    ] as const) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaType(media);
      const texts = await page.$$eval('.chart text', (all) =>
        all
          .filter((text) => text.getClientRects().length > 0)
          .map((text) => {
            // A frame has no space around its panel.
            const box = document.querySelector('.embed') ?? text.closest('.panel');
            const panel = box?.getBoundingClientRect() ?? new DOMRect();
            const { left, right, height } = text.getBoundingClientRect();
            const isCut = text.closest('svg[y]') !== null;
            return { height: Math.round(height), isInside: isCut || (left >= panel.left && right <= panel.right) };
          }),
      );
      expect(texts.length).toBeGreaterThan(10);
      expect({
        width,
        heights: [...new Set(texts.map(({ height }) => height))].filter((height) => height < 12 || height > 19),
      }).toEqual({ width, heights: [] });
      expect({ width, inside: texts.every(({ isInside }) => isInside) }).toEqual({ width, inside: true });
    }
    await closeView(page);
  });

  it.each([
    ['viewers', 'Viewers of each stream', /^[\d.,]+[kM]?$/, ['Stream started', 'Length', 'Avg. viewers', 'Peak']],
    ['followers', 'Followers', /^[\d.,]+[kM]?$/, ['Time', 'Followers']],
    ['airtime', 'Hours streamed per week', /^[\d.]+ h$/, ['From', 'Hours streamed']],
  ])(
    'have graphs of the whole range, with the unit in title, axis and table: %s',
    async (id, title, tick, headings) => {
      await page.setViewport({ width: 1280, height: 900 });
      await site.visit(page, '/streamers/aurora_plays?range=90');
      const panel = await page.$eval(`#${id}`, (one) => ({
        title: one.querySelector('h2')?.textContent,
        ticks: [...one.querySelectorAll('.chart-left .chart-tick')].map(({ textContent }) => textContent),
        headings: [...one.querySelectorAll('.numbers th[scope=col]')].map(({ textContent }) => textContent),
        days: ['to', 'from'].map((end) => Number(one.querySelector<HTMLElement>('.graph')?.dataset[end])),
      }));
      expect(panel).toMatchObject({ title, headings });
      for (const text of panel.ticks) expect(text).toMatch(tick);
      const [to = 0, from = 0] = panel.days;
      expect((to - from) / 86_400_000).toBeCloseTo(90);
    },
  );

  it('hatch the week that is not over, and show the days of a year', async () => {
    await site.visit(page, '/streamers/aurora_plays?range=90');
    const hatched = await page.$$eval('#airtime rect[fill^="url(#airtime-graph-hatch-1"]', (all) =>
      all.map((bar) => bar.getBoundingClientRect().height > 0),
    );
    expect(hatched).toContain(true);
    expect(await page.$$eval('#calendar tbody tr', ({ length }) => length)).toBeGreaterThanOrEqual(52);
    expect(await page.$eval('#calendar .note', ({ textContent }) => textContent)).toMatch(
      /^Streams began on \d+ of \d+ known days of the last 12 months\./,
    );
  });

  it('have panels with a width for what they contain, that fill their rows', async () => {
    await page.setViewport({ width: 1280, height: 900 });
    const boxesOf = (selector: string) =>
      page.$$eval(selector, (all) =>
        all.map((panel) => {
          const { left, right } = panel.getBoundingClientRect();
          const row = panel.parentElement?.getBoundingClientRect() ?? new DOMRect();
          return { part: Math.round((12 * (right - left)) / row.width), isLast: Math.abs(right - row.right) < 2 };
        }),
      );
    await site.visit(page, '/streamers/aurora_plays');
    for (const [part, selector] of [
      [12, '#viewers, #games, #streams, #known'],
      [6, '#followers, #airtime, #hours, #calendar'],
      [4, '#sponsors, #events, #collaborations'],
    ] as const) {
      for (const box of await boxesOf(selector)) expect({ selector, part: box.part }).toEqual({ selector, part });
    }
    // The panels of a streamer without sponsors or collaborations fill the row too.
    for (const missing of ['#sponsors', '#events', '#sponsors, #events', '#followers']) {
      await site.visit(page, '/streamers/aurora_plays');
      await page.$$eval(missing, (panels) => panels.forEach((panel) => panel.remove()));
      const rows = await page.$$eval('.panels > .panel', (panels) => {
        const boxes = panels.map((panel) => panel.getBoundingClientRect());
        return [...new Set(boxes.map(({ top }) => top))].map((top) =>
          Math.max(...boxes.filter((box) => box.top === top).map(({ right }) => right)),
        );
      });
      expect({ missing, ends: new Set(rows.map(Math.round)).size }).toEqual({ missing, ends: 1 });
    }
    await site.visit(page, '/streams/40100000001');
    expect((await boxesOf('.panel-row > .panel')).at(-1)?.isLast).toBe(true);
  });

  it('fade the edge of a table that scrolls, until its end', async () => {
    const page = await site.open('/compare?streamers=aurora_plays,nightshift_radio,worldstage_arena,mossy_otter');
    await page.setViewport({ width: 700, height: 900 });
    // The background of the container shows the fade.
    await page.$eval('#figures table', (table) =>
      Object.assign((table as HTMLElement).style, { width: '1500px', visibility: 'hidden' }),
    );
    const edge = async () => {
      const { x, y, width } = await page.$eval('#figures .scroller', (one) => {
        const { left, top, width } = one.getBoundingClientRect();
        return { x: left, y: top + scrollY, width };
      });
      return page.screenshot({ encoding: 'base64', clip: { x: x + width - 12, y: y + 20, width: 12, height: 20 } });
    };
    const atStart = await edge();
    await page.$eval('#figures .scroller', (one) => (one.scrollLeft = one.scrollWidth));
    expect(await edge()).not.toBe(atStart);
    await closeView(page);
  });

  it('fold filters on phones, and begin the leaderboard without broken names', async () => {
    await page.setViewport({ width: 320, height: 900 });
    await site.visit(page, '/');
    const [form, row, names] = (await page.evaluate(`[
      document.querySelector('#board .list-form').checkVisibility({ contentVisibilityAuto: true }),
      document.querySelector('#board tbody tr').getBoundingClientRect().top,
      [...document.querySelectorAll('#board .who-text > a')].filter((one) => one.clientHeight > 50).length,
    ]`)) as [boolean, number, number];
    expect({ form, names }).toEqual({ form: false, names: 0 });
    expect(row).toBeLessThan(900);
    await page.click('#board .fold > summary');
    expect(await page.$eval('#board .list-form', (one) => one.checkVisibility())).toBe(true);
    await page.setViewport({ width: 1280, height: 900 });
    await site.visit(page, '/');
    expect(await page.$eval('#board .list-form', (one) => one.getBoundingClientRect().height)).toBeGreaterThan(20);
    expect(await page.$eval('#board .fold > summary', (one) => one.getClientRects().length)).toBe(0);
    await page.setViewport({ width: 390, height: 900 });
  });

  it('have rows of two lines on phones, without sideways scroll', async () => {
    await page.setViewport({ width: 390, height: 900 });
    for (const path of [
      '/',
      '/live',
      '/events',
      '/events/300000001',
      '/games',
      '/games/Minecraft',
      '/search?q=a',
      '/streamers/aurora_plays',
    ]) {
      await site.visit(page, path);
      const [second, hidden] = (await page.evaluate(`[
        document.querySelector('tbody small').innerText,
        Math.max(...[...document.querySelectorAll('.panel > .scroller, #rows .scroller')].map((one) => one.scrollWidth - one.clientWidth)),
      ]`)) as [string, number];
      expect({ path, second, hidden }).toEqual({ path, second: expect.stringMatching(/\w/), hidden: 0 });
      const lines = (await page.evaluate(
        `[...document.querySelectorAll('tbody th small')].map((line) => line.innerText.trim())`,
      )) as string[];
      expect({ path, cut: lines.filter((line) => line.endsWith(',')) }).toEqual({ path, cut: [] });
    }
    await site.visit(page, '/');
    expect(await page.$eval('.live-strip small', (line) => line.innerText)).toMatch(/[\d,]+ viewers$/);
  });

  it('show the definition that a link names, also on phones', async () => {
    await page.setViewport({ width: 390, height: 900 });
    await site.visit(page, '/about#views');
    const name = await page.$eval('#views h3', (heading) => {
      const { left, top } = heading.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + 2)?.textContent;
    });
    expect(name).toBe('Views');
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
    for (let i = 0; i < 45; i++) {
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
    for (const selector of ['header nav', 'search', '.seg', '.menu', '.paging']) {
      expect({ selector, shown: await shown(selector) }).toEqual({ selector, shown: false });
    }
    for (const selector of ['h1', '.tile', '.graph svg', '#streams tbody', '.site-foot > .on-print']) {
      expect({ selector, shown: await shown(selector) }).toEqual({ selector, shown: true });
    }
    // A tooltip replaces words such as "today".
    const near = await page.$$eval('time', (all) =>
      all
        .filter((time) => /today|yesterday|tomorrow| ago|just now/.test(time.textContent ?? ''))
        .map((time) => [getComputedStyle(time).fontSize, getComputedStyle(time, '::after').content]),
    );
    expect(near.length).toBeGreaterThan(2);
    for (const [size, content] of near) expect([size, content]).toEqual(['0px', expect.stringMatching(/\d{4}/)]);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
    await page.setViewport({ width: 794, height: 1123 });
    await site.visit(page, '/');
    expect(await overflowOf(page)).toBe(0);
    await closeView(page);
  });
});
