import type { Page } from 'puppeteer-core';
import { SeededSite } from '../support/http/seeded-site.js';
import { followLinks } from '../support/pages/follow-links.js';

describe('without scripts', () => {
  const site = SeededSite.whileTesting();
  let page: Page;

  beforeAll(async () => {
    page = await site.open('/', { scripts: false });
  });

  const go = (path: string) => site.visit(page, path);
  const textOf = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
  const click = async (selector: string) => {
    const target = await page.$(selector);
    if (!target) throw new Error(`${page.url()} has no ${selector}`);
    await Promise.all([page.waitForNavigation(), target.click()]);
  };

  it('every link of every page works, including links to JSON and CSV', async () => {
    const { broken, kinds } = await followLinks(site.api);
    expect(broken).toEqual([]);
    expect(kinds).toBeGreaterThan(25);
  });

  it('the leaderboard has links for sorting, pages and ranges', async () => {
    await go('/');
    expect(await textOf('[aria-sort=descending]')).toContain('Hours watched');
    await click('thead th:nth-child(8) a');
    expect(page.url()).toBe(`${site.api.url}/leaderboard?sort=followers`);
    expect(await textOf('[aria-sort=descending]')).toContain('Followers');
    await click('[rel=next]');
    expect(page.url()).toBe(`${site.api.url}/leaderboard?sort=followers&cursor=25`);
    expect(await textOf('tbody tr:first-child .rank')).toBe('26');
    await click('[rel=prev]');
    await click('.seg li:first-child a');
    expect(page.url()).toBe(`${site.api.url}/leaderboard?sort=followers&days=7`);
  });

  it('the forms of the lists select a month, a language and the least hours', async () => {
    await go('/leaderboard?sort=averageviewers');
    await page.select('#select-language', 'de');
    await page.select('#select-min_minutes', '300');
    await click('#board .go');
    expect(page.url()).toMatch(/min_minutes=300&month=&language=de/);
    expect(await textOf('title')).toContain('30 days, German');
    const months = await page.$$eval('#select-month option', (all) => all.map(({ value }) => value));
    await page.select('#select-month', months[2] ?? '');
    await click('#board .go');
    expect(await textOf('title')).toContain('German');
    expect(await textOf('#board')).toMatch(
      /\w+ 20\d\d, final, computed \d+ \w+\. Figures of a final month still change if /,
    );
    await go('/live');
    await page.select('#select-language', 'de');
    await click('#live .go');
    expect(page.url()).toBe(`${site.api.url}/live?language=de&platform=&tag=&title=`);
    await go('/games');
    await page.select('#select-month', months[2] ?? '');
    await click('#games .go');
    expect(page.url()).toContain(`month=${months[2]}`);
  });

  it('the leaderboard says who leads, and shows movements and last streams to the last page', async () => {
    await go('/leaderboard?limit=50');
    expect(await textOf('.live-strip li:first-child')).toMatch(/\d viewers, /);
    const rows = await page.$$eval('#board tbody tr', (all) =>
      all.map((row) => [row.querySelector('.moved')?.textContent ?? '', row.querySelectorAll('.spark path').length]),
    );
    expect(rows).toHaveLength(50);
    expect(
      rows.every(([moved, bars]) => /^(=same rank|▲up \d+|▼down \d+|new)$/.test(String(moved)) && bars === 1),
    ).toBe(true);
    expect(await textOf('.lead')).toMatch(/Of the first 50, \w+ climbed most: \d+ places?, to rank \d+\.$/);
    expect(await textOf('#board .paging b')).toBe('1–50 of 285');
    await click('#board .paging a:last-of-type');
    expect(await textOf('#board .paging b')).toBe('251–285 of 285');
    await go('/?game=Minecraft');
    expect(page.url()).toBe(`${site.api.url}/games/Minecraft`);
  });

  it('the sentence about a streamer leads to the row on the leaderboard', async () => {
    await go('/streamers/nightshift_radio');
    const rank = /Rank (\d+)/.exec(await textOf('.lead'))?.[1];
    await click('.lead a');
    expect(await textOf('tr:target')).toMatch(new RegExp(`^${rank}\\D.*NightshiftRadio`));
  });

  it('games and their streamers sort by links, and on phones by a select, and page to the end', async () => {
    const figures = (column: number) =>
      page.$$eval(`tbody td:nth-child(${column})`, (cells) =>
        cells.map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
      );
    await go('/games');
    await click('thead th:nth-child(4) a');
    expect(page.url()).toBe(`${site.api.url}/games?sort=avg_viewers`);
    expect(await textOf('[aria-sort=descending]')).toContain('Avg. viewers');
    const averages = await figures(4);
    expect(averages).toEqual(averages.toSorted((a, b) => b - a));
    await go('/games/Minecraft');
    await click('.paging a:last-child');
    expect(page.url()).toMatch(/\/games\/Minecraft\?cursor=\d+#streamers$/);
    const [, last = ''] = /of (\d+)/.exec(await textOf('.paging b')) ?? [];
    expect(await textOf('tbody tr:last-child .rank')).toBe(last);
    await page.setViewport({ width: 390, height: 900 });
    await page.click('.fold > summary');
    await page.select('#select-sort', 'peak_viewers');
    await click('.list-form button');
    expect(page.url()).toBe(`${site.api.url}/games/Minecraft?sort=peak_viewers&limit=25#streamers`);
    expect(await textOf('[aria-sort=descending]')).toContain('Peak');
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('events sort by links, and the streams of a streamer by a select on phones', async () => {
    await go('/events');
    expect(await textOf('#events h2')).toBe('8 events');
    await click('#events thead a');
    expect(page.url()).toBe(`${site.api.url}/events?sort=avg_viewers`);
    await page.setViewport({ width: 390, height: 900 });
    await go('/streamers/aurora_plays?range=90');
    await page.click('#streams .fold > summary');
    await page.select('#select-sort', 'peak_viewers');
    await click('#streams .list-form button');
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays?range=90&sort=peak_viewers#streams`);
    await page.setViewport({ width: 1280, height: 900 });
  });

  it('the search finds a streamer, with links to ranges and streams', async () => {
    await go('/');
    await page.type('#query', 'aurora');
    await click('search button');
    expect(await textOf('tbody')).toContain('AuroraPlays');
    await click('tbody a');
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays`);
    await click('.seg li:last-child a');
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays?range=all`);
    await click('#streams [rel=next]');
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays?range=all&cursor=20#streams`);
    await click('#streams tbody a');
    expect(await textOf('h1')).not.toBe('');
    await click('[rel=prev]');
    expect(page.url()).toMatch(/\/streams\/\d+$/);
  });

  it('links and a form select weeks, quarters and dates, and Freeze the dates of the last days', async () => {
    await go('/streamers/aurora_plays?range=90&sort=peak_viewers&cursor=20');
    await page.click('.range > summary');
    await click('.quick li:nth-child(5) a');
    expect(page.url()).toMatch(/\/streamers\/aurora_plays\?range=\d{4}-W\d\d&sort=peak_viewers$/);
    await page.click('.range > summary');
    const quarter = await page.$eval(
      '#range-period optgroup:nth-of-type(2) option:last-child',
      (option) => option.value,
    );
    await page.select('#range-period', quarter);
    await click('.dates [value=period]');
    expect(page.url()).toBe(`${site.api.url}/streamers/aurora_plays?sort=peak_viewers&range=${quarter}`);
    await page.click('#viewers .share > summary');
    expect(await textOf('#viewers-cite')).toContain(', accessed ');
    await page.click('.range > summary');
    await page.$eval('#range-zone', (field) => ((field as HTMLInputElement).value = 'Asia/Kathmandu'));
    await page.$eval('#range-from', (field) => ((field as HTMLInputElement).value = '2026-10-03'));
    await page.$eval('#range-to', (field) => ((field as HTMLInputElement).value = '2026-10-04'));
    await click('.dates [value=dates]');
    expect(page.url()).toBe(
      `${site.api.url}/streamers/aurora_plays?sort=peak_viewers&range=2026-10-03..2026-10-05&tz=Asia/Kathmandu`,
    );
    await click('.ranges .seg li:first-child a');
    await page.click('#streams .share > summary');
    await click('#streams .share a:last-of-type');
    expect(page.url()).toMatch(/\?range=[\d-]{10}\.\.[\d-]{10}&tz=Asia%2FKathmandu&sort=peak_viewers#streams$/);
    await go(`/compare?streamers=aurora_plays,nightshift_radio&viewers=log&days=90`);
    await page.click('.range > summary');
    await click('.dates [value=period]');
    expect(page.url()).toMatch(/\/compare\?streamers=aurora_plays,nightshift_radio&viewers=log&range=\d{4}-\d\d$/);
  });

  it('the results of a search have a last page', async () => {
    await go('/search?q=a');
    await click('#found .paging a:last-of-type');
    expect(await textOf('#found .paging b')).toMatch(/^181–19\d of 19\d$/);
  });

  it('the form compares streamers by display name and address, and keeps them and the range on errors', async () => {
    const add = async (name: string) => {
      await page.$eval('#add', (input) => ((input as HTMLInputElement).value = ''));
      await page.type('#add', name);
      await click('.chips .go');
    };
    await go('/compare?days=90');
    await add('AuroraPlays');
    await add('https://www.twitch.tv/nightshift_radio');
    await add('auroraplys');
    expect(await textOf('#figures thead')).toMatch(/AuroraPlays.*NightshiftRadio/);
    expect(await textOf('.warning')).toContain('auroraplys. Did you mean AuroraPlays or Aurora_Plays K');
    expect(await page.$eval('#add', (input) => (input as HTMLInputElement).value)).toBe('auroraplys');
    expect(await page.$eval('.ranges [aria-current]', (link) => link.textContent)).toBe('90 days');
    await click('#viewers nav li:last-child a');
    expect(page.url()).toContain('/compare?streamers=aurora_plays,nightshift_radio&days=90&viewers=indexed#viewers');
    await click('.chip:first-child .remove');
    expect(page.url()).toBe(`${site.api.url}/compare?streamers=nightshift_radio&days=90&viewers=indexed`);
    await go('/compare?streamers=aurora_plays,nightshift_radio,sleepy_teapot_gg,mossy_otter,haneul_mori');
    expect(await textOf('.warning')).toContain('at most 4 streamers');
  });

  it('a single count of followers is not shown as a change, and commas follow the names of partners directly', async () => {
    await go('/streamers/single_point_pete');
    expect(await textOf('#followers .note')).toMatch(/^One count: \d+ \w+( \d{4})?\.$/);
    await go('/streamers/aurora_plays?range=all');
    expect(await page.$$eval('#collaborations li', (all) => all.map((row) => row.textContent))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^with\w+ \+.*\d\d:\d\d, /)]),
    );
    expect(await textOf('#collaborations')).not.toMatch(/[+ ],/);
  });

  it('the numbers of each graph open, and the footer states that times are UTC', async () => {
    await go('/streamers/aurora_plays');
    const isOpen = () => page.$eval('#followers-graph-numbers', (details) => details.hasAttribute('open'));
    expect(await isOpen()).toBe(false);
    await page.click('#followers-graph-numbers summary');
    expect(await isOpen()).toBe(true);
    expect(await textOf('.site-foot')).toMatch(/All times in UTC\. Newest data: today at \d\d:\d\d\./);
  });
});
