import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { closeView } from '../support/pages/browser.js';
import { overflowOf, SeededSite } from '../support/http/seeded-site.js';

const panel = '/streamers/aurora_plays';
const embeds = [
  'streamers/aurora_plays/viewers',
  'streamers/aurora_plays/hours',
  'streamers/nobody/viewers',
  'streams/40100000001/viewers',
  'events/300000001/viewers',
  'compare/hours?streamers=aurora_plays,nightshift_radio',
];

describe('what a reader takes from a panel', () => {
  const site = SeededSite.whileTesting({ env: { EMBED_ORIGINS: '*' } });

  it('is in a menu that copies texts and closes with Escape', async () => {
    const page = await site.open(panel);
    await page.browserContext().overridePermissions(site.api.url, ['clipboard-read', 'clipboard-write']);
    await page.click('#followers .share > summary');
    expect(await page.$$eval('#followers .share a', (links) => links.map(({ textContent }) => textContent))).toEqual([
      ...['CSV, all rows', 'SVG picture', 'PNG picture'],
      expect.stringMatching(/^Freeze \d+ \w{3}.* \(UTC\)$/),
      'Embed with options',
    ]);
    await page.click('#followers-call + button');
    await page.waitForFunction(() => document.querySelector('#followers-call + button')?.textContent === 'Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^http:.*\/v1\/streamer\/aurora_plays\/follower-graph\?from=/);
    const text = await (await fetch(copied)).text();
    expect(text).toMatch(/^\[\{"followers"/);
    const codeOf = (id: string) => page.$eval(`#followers-${id}`, (field) => (field as HTMLTextAreaElement).value);
    expect(await codeOf('curl')).toBe(`curl "${copied}"`);
    const javascript = (await codeOf('javascript')).replace(
      /console\.log\((.*)\);/,
      'console.log(JSON.stringify($1));',
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', javascript]);
    expect(stdout).toBe(`${text}\n`);
    await page.keyboard.press('Escape');
    expect(await page.$eval('#followers .share', (menu) => menu.hasAttribute('open'))).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share Followers');
    await closeView(page);
  });

  it('is a frame in three steps, with a preview and codes that follow the options', async () => {
    const page = await site.open(panel);
    await page.click('#followers .share > summary');
    await Promise.all([page.waitForNavigation(), page.click('#followers .share a:last-of-type')]);
    await page.select('#select-theme', 'dark');
    await page.waitForSelector('#preview iframe[src*="theme=dark"]');
    const frame = await (await page.$('#preview iframe'))?.contentFrame();
    await frame?.waitForSelector('.chart');
    expect(await frame?.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(27, 31, 36)');
    expect(page.url()).toContain('theme=dark');
    expect(await page.$eval('#frame-code', ({ textContent }) => textContent)).toContain('followers?theme=dark"');
    expect(await page.$eval('#frame-code + button', ({ textContent }) => textContent)).toBe('Copy');
    await closeView(page);
  });

  it('keeps the scale of a comparison, and says what the scale is', async () => {
    const page = await site.open('/compare?streamers=aurora_plays,nightshift_radio&followers=log');
    const href = await page.$eval('#followers .share a[href*=svg]', (link) => link.getAttribute('href') ?? '');
    expect((await site.api.get(href)).text).toContain('Followers, logarithmic scale: AuroraPlays, NightshiftRadio');
    expect(await page.$eval('#followers h2', ({ textContent }) => textContent)).toBe('Followers, logarithmic scale');
    await closeView(page);
  });

  it.each(embeds)('fits its frame: %s', async (path) => {
    const page = await site.open('/about');
    for (const [width, height] of [
      [340, 240],
      [720, 360],
    ] as const) {
      await page.setViewport({ width, height });
      await site.visit(page, `/embed/${path}${path.includes('?') ? '&' : '?'}height=${height}`);
      const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect({ width, below, beside: await overflowOf(page) }).toEqual({ width, below: 0, beside: 0 });
      const span = path.includes('nobody') ? '' : ', (last \\d+ days|today|yesterday|\\d+ \\w{3})';
      expect(await page.$eval('.source', ({ textContent }) => textContent)).toMatch(
        new RegExp(`^Source: +Streaming analytics${span}, UTC$`),
      );
    }
    await closeView(page);
  });
});
