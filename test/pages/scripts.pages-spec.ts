import type { Page } from 'puppeteer-core';
import { closeView } from '../support/browser.js';
import { SeededSite } from '../support/seeded-site.js';

describe('the scripts', () => {
  const site = SeededSite.whileTesting();

  const open = (path: string, zone = 'UTC') => site.open(path, { zone });
  const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent ?? '');

  it.each(['America/New_York', 'Australia/Adelaide'])(
    'show times in the time zone of a reader in %s, and in UTC on hover',
    async (zone) => {
      const page = await open('/streamers/aurora_plays', zone);
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

  it('write times in a zone without offset as the service does', async () => {
    const textsIn = async (zone: string) => {
      const page = await open('/streamers/aurora_plays', zone);
      const texts = await page.$$eval('time', (times) => times.map(({ textContent }) => textContent));
      await closeView(page);
      return texts;
    };
    const texts = await textsIn('UTC');
    expect(texts.some((text) => /^\d+ \w{3}( \d{4})?, \d\d:\d\d$/.test(text ?? ''))).toBe(true);
    expect(await textsIn('Africa/Abidjan')).toEqual(texts);
  });

  it('show the hours of the week in the time zone of the reader, with daylight saving time', async () => {
    const hoursIn = async (zone: string) => {
      const page = await open('/streamers/aurora_plays?range=365', zone);
      const rows = await page.$$eval('#hours-graph-numbers tbody tr', (all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent?.replaceAll(',', '')))),
      );
      await closeView(page);
      return rows;
    };
    const utc = await hoursIn('UTC');
    const kolkata = await hoursIn('Asia/Kolkata');
    const sum = (rows: number[][]) => rows.flat().reduce((all, hours) => all + hours, 0);
    expect(sum(utc)).toBeGreaterThan(100);
    // All 168 cells are rounded.
    expect(Math.abs(sum(utc) - sum(kolkata))).toBeLessThan(9);
    // Kolkata is 5:30 ahead of UTC: half of a UTC hour falls 5 hours later there, the other half 6 hours later.
    const at = (rows: number[][], hour: number, day: number) =>
      rows[hour % 24]?.[(day + Math.floor(hour / 24)) % 7] ?? NaN;
    for (const [hour, day] of [
      [2, 0],
      [9, 3],
      [20, 6],
    ] as const) {
      const earlier = at(utc, hour, day);
      const later = at(utc, hour + 1, day);
      const there = at(kolkata, hour + 6, day);
      expect(there).toBeGreaterThanOrEqual(Math.min(earlier, later) * 0.3);
      expect(there).toBeLessThanOrEqual(earlier + later);
    }
  });

  it('suggest streamers while the reader types, and open one by keyboard', async () => {
    const page = await open('/');
    // On a slow machine, responses to the first letters arrive before, and each replaces the list.
    const answered = page.waitForResponse((response) => response.url().endsWith('query=auro'));
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

  it('open a suggested streamer by channel ID if the login is the ID of another channel', async () => {
    const page = await open('/');
    await page.type('#query', '100000019');
    await page.waitForSelector('[role=option][data-name="100000018"]');
    expect(await textOf(page, '[role=option]')).toContain('100000019');
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
    expect(first).toMatch(/^\d+ \w{3}( \d{4})?, \d\d:\d\d: Followers [\d,]+$/);
    await page.keyboard.press('ArrowRight');
    expect(await readout('followers')).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    expect(await readout('followers')).toBe(first);
    await page.focus('#hours .graph');
    await page.keyboard.press('Home');
    expect(await readout('hours')).toMatch(/^Monday 0:00, [\d.]+ hours$/);
    await page.keyboard.press('ArrowDown');
    expect(await readout('hours')).toMatch(/^Tuesday 0:00/);
    await page.hover('#viewers .wide-only rect:nth-of-type(3)');
    expect(await readout('viewers')).toMatch(/UTC, .*: [\d,]+ viewers on average/);
    await closeView(page);
  });
});

/** Writes a time that is neither today nor yesterday. */
function momentIn(zone: string, date: Date, hasYear = false): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const { year, month, day, hour, minute } = Object.fromEntries(
    format.formatToParts(date).map(({ type, value }) => [type, value]),
  );
  const isThisYear = Number(year) === new Date().getFullYear();
  return `${day} ${month}${hasYear || !isThisYear ? ` ${year}` : ''}, ${hour}:${minute}`;
}
