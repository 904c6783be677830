import { closeView } from '../support/pages/browser.js';
import { SeededSite } from '../support/http/seeded-site.js';

describe('a page shows', () => {
  const site = SeededSite.whileTesting();

  it.each([
    ['unknown viewers of an event as a hatch', '/events/300000001', '#viewers', /in no total \(.*DuoDimitri/],
    ['when a stale stream was last seen', '/live', 'main .stale', /^last seen \d+ (min|h) ago/],
    ['months for a long range', '/streamers/aurora_plays?range=365', '#airtime h2', /^Hours streamed per (week|month)/],
    ['an error inside a frame', '/embed/streamers/nobody/hours', 'body', /^This chart is not available/],
    [
      'that embedding is switched off',
      '/share?of=streamers/aurora_plays/viewers',
      '.warning',
      /^Embedding is switched off/,
    ],
    [
      'who is meant by a misspelled name',
      '/streamers/aurora_play',
      'main',
      /Did you mean AuroraPlays or Aurora_Plays\s*K\s*(Kick)?\s*\?/,
    ],
  ])('%s', async (_state, path, selector, text) => {
    const page = await site.open(path);
    const shown = await page.$eval(selector, (element) =>
      (element as HTMLElement).innerText.replace(/[\u2068\u2069]/g, ''),
    );
    await closeView(page);
    expect(shown).toMatch(text);
  });

  it('the hatch of an unknown layer in its color', async () => {
    const page = await site.open('/events/300000001');
    const fills = await page.$$eval('#viewers rect[fill^="url("]', (parts) =>
      parts.map((part) => part.getBoundingClientRect().height),
    );
    await closeView(page);
    expect(fills.length).toBeGreaterThan(1);
    expect(Math.min(...fills)).toBeGreaterThan(3);
  });
});
