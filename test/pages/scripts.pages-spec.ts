import { isDeepStrictEqual } from 'node:util';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { closeView, openView } from '../support/pages/browser.js';
import { Factories } from '../support/data/factories.js';
import { SeededSite } from '../support/http/seeded-site.js';
import { until } from '../support/until.js';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The starts of streams of 90 minutes in each season, on each weekday. */
const seasons = Array.from({ length: 44 }, (_, i) => {
  const date = new Date(Date.now() - (8 * i + 2) * 86_400_000);
  date.setUTCHours(i % 24, 40, 0, 0);
  return date;
});

async function addSeasons(databaseUrl: string): Promise<void> {
  const data = await Factories.connect(databaseUrl);
  const { id: streamer_id } = await data.streamer({ login: 'seasonal' });
  await data.streams(
    seasons.map((started_at) => ({ streamer_id, started_at, ended_at: new Date(started_at.getTime() + 90 * 60_000) })),
  );
  await data.end();
}

describe('the scripts', () => {
  const site = SeededSite.whileTesting({ prepare: addSeasons });

  const open = (path: string, zone = 'UTC') => site.open(path, { zone });
  /** Opens a page in the time zone that the reader selected. */
  const openIn = async (zone: string, path: string) => {
    const page = await open(path, zone);
    await Promise.all([page.waitForNavigation(), page.select('#zone', 'local')]);
    return page;
  };
  const placeOf = (page: Page, selector: string) =>
    page.$eval(selector, (element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

  it.each(['America/New_York', 'Australia/Adelaide'])(
    'show times in UTC until a reader in %s selects the own zone, and then in UTC on hover',
    async (zone) => {
      const page = await open('/about', zone);
      expect(await textOf(page, '.site-foot [data-zone]')).toBe('UTC');
      await Promise.all([page.waitForNavigation(), page.select('#zone', 'local')]);
      await site.visit(page, '/streamers/aurora_plays');
      const [shown, moment, title] = await page.$eval('#streams tr:last-child time', (time) => [
        time.textContent ?? '',
        time.getAttribute('datetime') ?? '',
        time.getAttribute('title'),
      ]);
      const zoneText = await textOf(page, '.site-foot [data-zone]');
      await closeView(page);
      expect(shown).toBe(momentIn(zone, new Date(moment ?? '')));
      expect(title).toBe(`${momentIn('UTC', new Date(moment ?? ''), true)} UTC`);
      expect(zoneText).toBe(zone);
    },
  );

  it('let ages grow while a page is open, with the exact time for screen readers', async () => {
    const page = await open('/');
    const age = await page.$eval('#board .note time', (time) => {
      time.setAttribute('datetime', new Date(Date.now() - 3 * 3_600_000).toISOString());
      globalThis.dispatchEvent(new Event('pageshow'));
      return time.textContent;
    });
    await closeView(page);
    expect(age).toMatch(/^3 h ago, \d.* UTC$/);
  });

  it('let the durations of live streams grow while a page is open', async () => {
    const page = await open('/live');
    const [before, after] = await page.$eval('td time[data-form=duration]', (time) => {
      time.setAttribute('datetime', 'PT59M');
      const refresh = () => globalThis.dispatchEvent(new Event('pageshow'));
      refresh();
      const first = time.textContent;
      const now = Date.now;
      Date.now = () => now() + 72 * 3_600_000;
      refresh();
      return [first, time.textContent];
    });
    await closeView(page);
    expect(before).toBe('59 min');
    expect(after).toBe('3 d');
  });

  it('update live parts every minute while the page is visible, until a request fails', async () => {
    const page = await openView(site.browser);
    const asked: string[] = [];
    page.on('request', (request) => (request.url().includes('/parts/') ? asked.push(request.url()) : null));
    await page.evaluateOnNewDocument(() => {
      const wait = globalThis.setTimeout;
      Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => wait(run, ms / 200) });
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    });
    await site.visit(page, '/live');
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    await pause();
    expect(asked).toEqual([]);
    await page.$eval('#rows', (rows) => {
      rows.querySelector('tbody')?.remove();
      Object.defineProperty(document, 'hidden', { value: false });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForSelector('#rows tbody tr');
    expect(asked[0]).toBe(`${site.api.url}/parts/live`);
    const failed = await page.evaluate(async () => {
      let count = 0;
      globalThis.fetch = () => Promise.reject(new Error(String((count += 1))));
      await new Promise((resolve) => setTimeout(resolve, 400_000));
      return count;
    });
    expect(failed).toBe(1);
    await closeView(page);
  });

  it('write the axis of a stream over midnight in the time zone of the reader', async () => {
    const path = '/streams/40100000002';
    const ticksOf = async (page: Page) =>
      page.$$eval('#viewers .chart-tick[data-at]', (all) =>
        all.map((tick) => [tick.getAttribute('data-at') ?? '', tick.textContent] as const),
      );
    const page = await openIn('Asia/Kathmandu', path);
    const ticks = await ticksOf(page);
    await closeView(page);
    expect(ticks.length).toBeGreaterThan(3);
    for (const [at, text] of ticks) {
      const [day, time] = momentIn('Asia/Kathmandu', new Date(at)).split(', ');
      expect([at, text]).toEqual([at, time === '00:00' ? day : time]);
    }
  });

  it.each(['Asia/Seoul', 'America/New_York'])(
    'place the days of an axis at midnight of the reader: %s',
    async (zone) => {
      const page = await openIn(zone, '/streamers/aurora_plays?range=7');
      const ticks = await page.$$eval('#viewers .graph', ([graph]) => {
        const { from, to } = (graph as HTMLElement).dataset;
        return [...(graph?.querySelectorAll('.chart-tick[data-at]') ?? [])].map((tick) => {
          const midnight = Date.parse(`${tick.textContent} ${tick.getAttribute('data-at')?.slice(0, 4)}`);
          return [
            parseFloat(tick.getAttribute('x') ?? ''),
            (100 * (midnight - Number(from))) / (Number(to) - Number(from)),
          ];
        });
      });
      expect(ticks.length).toBeGreaterThan(4);
      for (const [x = NaN, expected] of ticks) expect(x).toBeCloseTo(expected ?? NaN, 1);
      expect(await textOf(page, '.site-foot p')).toContain(`All times in ${zone}, except days`);
      await closeView(page);
    },
  );

  it('write when a planned event begins in the time zone of the reader', async () => {
    const page = await site.open('/events/300000009', { zone: 'Asia/Seoul' });
    const at = await page.$eval('[data-begins]', (note) => (note as HTMLElement).dataset.begins ?? '');
    const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' });
    expect(await textOf(page, '[data-begins]')).toMatch(
      new RegExp(`^for you \\w{3}, \\d+ \\w{3}, ${time.format(new Date(at))}$`),
    );
    await closeView(page);
  });

  it('show charts by days in the time zone of the reader, and choose ranges in it', async () => {
    const zone = 'Asia/Seoul';
    const page = await openIn(zone, '/streamers/aurora_plays');
    await page.waitForSelector(`#airtime .graph[data-tz="${zone}"]`);
    for (const panel of ['airtime', 'followers']) {
      await page.hover(`#${panel} .chart-plot`);
      expect(await textOf(page, `#${panel} .readout`)).toContain(` ${zone}: `);
    }
    expect(await page.$eval('#hours-call', (field) => (field as HTMLTextAreaElement).value)).toContain(
      '/hours?days=30&tz=',
    );
    expect(await page.$eval('.quick a', (link) => link.href)).toMatch(/&tz=Asia\/Seoul$/);
    await closeView(page);
  });

  it('write times in a zone without offset as the service does', async () => {
    const textsIn = async (zone: string) => {
      const page = await (zone === 'UTC' ? open('/streamers/aurora_plays') : openIn(zone, '/streamers/aurora_plays'));
      const texts = await page.$$eval('time', (times) => times.map(({ textContent }) => textContent));
      await closeView(page);
      return texts;
    };
    const texts = await textsIn('UTC');
    expect(texts.some((text) => /^\d+ \w{3}( \d{4})?, \d\d:\d\d$/.test(text ?? ''))).toBe(true);
    // The range ends now, so a minute can pass between the pages.
    const isEqual = async () => isDeepStrictEqual(await textsIn('Africa/Abidjan'), await textsIn('UTC'));
    await until(isEqual, () => 'The times in Africa/Abidjan differ from those in UTC.');
  });

  it.each(['America/New_York', 'Asia/Seoul'])('write one day for a peak in text and graph: %s', async (zone) => {
    const page = await openIn(zone, '/streamers/aurora_plays');
    const day = await page.$$eval('.lead time', (times) => times.at(-1)?.textContent ?? '');
    expect(await textOf(page, '#viewers .chart-ring + text')).toContain(`, ${day},`);
    await closeView(page);
  });

  it('show the hours of the week in the time zone of the reader, with daylight saving time', async () => {
    // The offset is ten and a half or eleven hours.
    const zone = 'Australia/Lord_Howe';
    const page = await openIn(zone, '/streamers/seasonal?range=365');
    await page.waitForSelector(`#hours .graph[data-tz="${zone}"]`);
    const shown = await page.$$eval('#hours-graph-numbers tbody tr', (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
    );
    const strongest = await page.$eval('#hours .chart-heat-4', (path) => path.getAttribute('d') ?? '');
    await closeView(page);
    const time = { timeZone: zone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat('en-US', time);
    const minutes = Array.from({ length: 24 }, () => Array<number>(7).fill(0));
    for (const start of seasons)
      for (let minute = 0; minute < 90; minute++) {
        const [day = '', hour = 0] = format.format(start.getTime() + minute * 60_000).split(', ');
        minutes[Number(hour)]![weekdays.indexOf(day)]! += 1;
      }
    expect(shown).toEqual(minutes.map((row) => row.map((sum) => Math.round(sum / 6) / 10)));
    const largest = Math.max(...minutes.flat());
    const hour = minutes.findIndex((row) => row.includes(largest));
    expect(strongest).toContain(`M${hour} ${minutes[hour]!.indexOf(largest)}h1`);
  });

  it('suggest streamers while the reader types, and open one by keyboard', async () => {
    const page = await open('/');
    // On a slow machine, responses to the first letters arrive before, and each replaces the list.
    const answered = page.waitForResponse((response) => response.url().endsWith('q=auro'));
    await page.type('#query', 'auro');
    await (await answered).text();
    await page.waitForSelector('[role=listbox] [role=option]');
    expect(await textOf(page, '[role=option]')).toContain('AuroraPlays');
    expect(await page.$eval('#query', (input) => input.getAttribute('aria-expanded'))).toBe('true');
    await page.keyboard.press('ArrowDown');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays`);
    await page.type('#query', 'auro');
    await page.waitForSelector('[role=listbox]:not([hidden])');
    await page.keyboard.press('Escape');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await closeView(page);
  });

  it('suggest streamers for a text that was typed before the script ran', async () => {
    const page = await openView(site.browser);
    await page.setRequestInterception(true);
    const held = new Promise<HTTPRequest>((resolve) =>
      page.on('request', (request) => (request.url().includes('/page.') ? resolve(request) : void request.continue())),
    );
    const loaded = page.goto(`${site.api.url}/compare`);
    const script = await held;
    await page.waitForSelector('#add');
    await page.type('#add', 'auro');
    await script.continue();
    await loaded;
    await page.waitForSelector('#add-suggestions [data-name=aurora_plays]');
    await closeView(page);
  });

  it('focus the search after the key “/”, and open closed suggestions again after ArrowDown', async () => {
    const page = await open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    expect(await page.$eval('#query', (input) => (input as HTMLInputElement).value)).toBe('a/b');
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('auro');
    await page.waitForSelector('[role=option][data-name=aurora_plays]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=listbox][hidden]');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[role=listbox]:not([hidden])');
    await closeView(page);
  });

  it('ignore the key “/” after the reader has switched it off, also on other pages', async () => {
    const page = await open('/');
    const focused = () => page.evaluate(`document.activeElement.id`);
    await page.$eval('.settings', (menu) => menu.setAttribute('open', ''));
    await page.click('#slash');
    await page.$eval('.settings', (menu) => menu.removeAttribute('open'));
    for (const path of ['/', '/about']) {
      await site.visit(page, path);
      await page.keyboard.press('/');
      expect(await focused()).not.toBe('query');
      expect(await page.$('[aria-keyshortcuts]')).toBeNull();
    }
    await page.$eval('#slash', (box) => (box as HTMLInputElement).click());
    await page.$eval('#slash', (box) => (box as HTMLInputElement).blur());
    await page.keyboard.press('/');
    expect(await focused()).toBe('query');
    await closeView(page);
  });

  it('write one hour in the singular', async () => {
    const page = await open('/streamers/aurora_plays');
    await page.$$eval('#airtime tbody .num', (cells) => (cells.at(-1)!.innerHTML = '1'));
    await page.$$eval('#hours tbody td', (cells) => (cells[0]!.innerHTML = '1'));
    await page.focus('#hours .graph');
    await page.keyboard.press('Home');
    expect(await textOf(page, '#hours .readout')).toBe('Mon, 0:00 UTC: 1 hour');
    await closeView(page);
  });

  it('show who is live and the followers of a suggested streamer, and open a suggested game', async () => {
    const { body } = await site.api.get<{ name: string }[]>('/v1/streamers?live=true&limit=1');
    const name = body[0]?.name ?? '';
    const page = await open('/');
    await page.type('#query', name);
    const option = `[role=option][data-name="${name}"]`;
    await page.waitForSelector(option);
    expect(await textOf(page, option)).toMatch(/ Live [\d.]+[kM]? followers$/);
    await site.visit(page, '/');
    await page.type('#query', 'minecr');
    const game = await page.waitForSelector('[role=option]:not([data-name])');
    expect(await game?.evaluate(({ textContent }) => textContent)).toMatch(/^M?Minecraft Game \d+ streamers$/);
    await Promise.all([page.waitForNavigation(), game?.click()]);
    expect(page.url()).toBe(`${site.api.url}/games/Minecraft`);
    await site.visit(page, '/compare');
    const answered = page.waitForResponse((response) => response.url().endsWith('q=minecr'));
    await page.type('#add', 'minecr');
    await (await answered).text();
    expect(await page.$$('#add-suggestions [role=option]:not([data-name])')).toEqual([]);
    await closeView(page);
  });

  it('collect streamers of several pages at the bottom, without those of an earlier comparison', async () => {
    const page = await open('/compare?streamers=nightshift_radio');
    const namesIn = (selector: string) =>
      page.$$eval(`${selector} .chip :is(bdi, a):not(.remove)`, (names) => names.map(({ textContent }) => textContent));
    await site.visit(page, '/');
    expect(await page.$('.collected:not([hidden])')).toBeNull();
    for (const name of ['aurora_plays', 'mossy_otter']) await page.click(`#board [data-compare=${name}]`);
    expect(page.url()).toBe(`${site.api.url}/`);
    expect(await namesIn('.collected')).toEqual(['AuroraPlays', 'Mossy_Otter']);
    await page.click('#board [data-compare=mossy_otter]');
    await site.visit(page, '/streamers/mossy_otter?range=2026-10&tz=Asia/Seoul');
    expect(await page.$eval('a.button[data-compare]', (link) => link.getAttribute('href'))).toBe(
      '/compare?streamers=aurora_plays,mossy_otter&range=2026-10&tz=Asia%2FSeoul',
    );
    await site.visit(page, '/search?q=velvetcomettv');
    await page.focus('main .add');
    await page.keyboard.press('Space');
    expect(await namesIn('.collected')).toEqual(['AuroraPlays', 'VelvetCometTV']);
    await Promise.all([page.waitForNavigation(), page.click('.collected .go')]);
    expect(await namesIn('main')).toEqual(['AuroraPlays', 'VelvetCometTV']);
    expect(await page.$('.collected:not([hidden])')).toBeNull();
    await Promise.all([page.waitForNavigation(), page.goBack()]);
    expect(await page.$('.collected:not([hidden])')).toBeNull();
    await closeView(page);
  });

  it('collect at most four streamers, and remove one or all', async () => {
    const page = await open('/');
    const count = () => page.$$eval('.collected .chip', ({ length }) => length);
    for (let place = 1; place <= 5; place++) await page.click(`#board tr:nth-child(${place}) .add`);
    expect(await count()).toBe(4);
    expect(await textOf(page, '.collected output')).toBe('At most 4');
    await page.click('.collected .remove');
    expect(await count()).toBe(3);
    await page.click('.collected > button');
    expect(await page.$('.collected:not([hidden])')).toBeNull();
    expect(await page.$$('[aria-pressed=true]')).toEqual([]);
    await closeView(page);
  });

  it('write the usual hours in the time zone that the reader selected', async () => {
    const page = await openIn('Asia/Kolkata', '/streamers/nightshift_radio');
    expect(await textOf(page, '.lead')).toMatch(/usually .*between \d\d:30 and \d\d:30 Asia\/\w+/);
    await closeView(page);
  });

  it('open a suggested streamer by channel ID if the login is the ID of another channel', async () => {
    const page = await open('/');
    await page.type('#query', '100000019');
    await page.waitForSelector('[role=option][data-name="100000018"]');
    expect(await textOf(page, '[role=option][data-name="100000018"]')).toContain('100000019');
    await closeView(page);
  });

  it('keep the theme that the reader selected', async () => {
    const page = await open('/');
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background();
    await page.select('#theme', 'dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await site.visit(page, '/about');
    expect(await background()).toBe(dark);
    await closeView(page);
  });

  it('show the values of a graph under the pointer and with arrow keys', async () => {
    const page = await open('/streamers/aurora_plays');
    const readout = (panel: string) => textOf(page, `#${panel} .readout`);
    await page.focus('#followers .graph');
    await page.keyboard.press('Home');
    const first = await readout('followers');
    expect(first).toMatch(/^\d+ \w{3}( \d{4})?, \d\d:\d\d UTC: Followers [\d,]+$/);
    await page.keyboard.press('ArrowRight');
    expect(await readout('followers')).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    expect(await readout('followers')).toBe(first);
    await page.focus('#hours .graph');
    await page.keyboard.press('Home');
    expect(await readout('hours')).toMatch(/^Mon, 0:00 UTC: [\d.]+ hours$/);
    await page.keyboard.press('ArrowDown');
    expect(await readout('hours')).toMatch(/^Tue, 0:00/);
    await page.focus('#calendar .graph');
    await page.keyboard.press('End');
    // The last cell is in the week of today.
    const sunday = new Date(Date.now() + ((7 - new Date().getUTCDay()) % 7) * 86_400_000).getUTCDate();
    expect(await readout('calendar')).toMatch(new RegExp(`^Sun, ${sunday} \\w{3} 20\\d\\d UTC: `));
    await page.hover('#viewers .chart-plot');
    expect(await readout('viewers')).toMatch(/UTC: Length .*, Avg\. viewers [\d,]+, Peak [\d,]+$/);
    await site.visit(page, '/compare?streamers=aurora_plays,nightshift_radio&days=90');
    await page.hover('#viewers .chart-plot');
    expect(await readout('viewers')).toMatch(/^\d+ \w{3}, \d\d:\d\d UTC: (AuroraPlays|NightshiftRadio) [\d,]+$/);
    expect(await readout('followers')).toMatch(/UTC: AuroraPlays [\d.]+%/);
    expect(await readout('hours')).toMatch(/^week of \d+ \w{3}: AuroraPlays [\d.]+ hours, NightshiftRadio /);
    expect(await page.$$('.chart-cursor')).toHaveLength(3);
    await closeView(page);
  });

  it.each([1280, 390])(
    'show the values next to the pointer until it leaves, in a window of %i pixels',
    async (width) => {
      const page = await site.open('/compare?streamers=aurora_plays,nightshift_radio&days=90', { zone: 'UTC', width });
      for (const panel of ['viewers', 'followers', 'hours']) {
        await page.$eval(`#${panel}`, (section) => section.scrollIntoView());
        for (const share of [0.01, 0.5, 0.99]) {
          const { x, y, ...size } = await placeOf(page, `#${panel} .chart-plot`);
          const at = { x: x + share * size.width, y: y + share * size.height };
          await page.mouse.move(at.x, at.y);
          const box = await placeOf(page, `#${panel} .readout`);
          expect(box.width).toBeGreaterThan(50);
          expect(Math.max(box.x - at.x, at.x - box.x - box.width)).toBeLessThan(20);
          expect(Math.max(box.y - at.y, at.y - box.y - box.height)).toBeLessThan(20);
          expect(Math.min(box.x, box.y, width - box.x - box.width, 900 - box.y - box.height)).toBeGreaterThanOrEqual(0);
        }
      }
      await page.mouse.move(1, 1);
      expect(await page.$$eval('.readout', (outputs) => outputs.map(({ textContent }) => textContent).join(''))).toBe(
        '',
      );
      await page.focus('#followers .graph');
      await page.keyboard.press('End');
      const cursor = await placeOf(page, '#followers .chart-cursor');
      const box = await placeOf(page, '#followers .readout');
      expect(Math.max(box.x - cursor.x, cursor.x - box.x - box.width)).toBeLessThan(20);
      await page.keyboard.press('Escape');
      expect(await textOf(page, '#followers .readout')).toBe('');
      await closeView(page);
    },
  );

  it('show the same moment in all graphs with the same time axis, and the game and title of a stream', async () => {
    const page = await open('/streamers/aurora_plays');
    await page.hover('#viewers .chart-plot');
    const cursors = await page.$$eval('.chart-cursor', (lines) =>
      lines.map((line) => parseFloat(line.getAttribute('x1') ?? '')),
    );
    expect(cursors).toHaveLength(3);
    // Days and follower counts have a distance of up to one of 30 days.
    expect(Math.max(...cursors) - Math.min(...cursors)).toBeLessThan(4);
    await site.visit(page, '/streams/40100000001');
    await page.hover('#viewers .chart-plot');
    expect(await textOf(page, '#viewers .readout')).toMatch(/UTC: Viewers [\d,]+ · Minecraft · hardcore day 100/);
    await closeView(page);
  });
});

/** Writes a time that is neither today nor yesterday. */
function momentIn(zone: string, date: Date, hasYear = false): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const partsOf = (moment: Date) =>
    Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = partsOf(date);
  const isThisYear = year === partsOf(new Date()).year;
  return `${day} ${month}${hasYear || !isThisYear ? ` ${year}` : ''}, ${hour}:${minute}`;
}
