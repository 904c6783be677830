import type { Page } from 'puppeteer-core';
import { closeView, openView, visit, warm } from '../support/pages/browser.js';
import { shownPages } from '../support/pages/page-paths.js';
import { SeededSite } from '../support/http/seeded-site.js';

const maxBytes = 36 * 1024;
const maxRequests = 5;
/** The page with the codes of a chart also shows the chart in a frame, which is a page, and as a PNG picture. */
const maxBytesOfShare = 110 * 1024;

interface Watched {
  shifts: number;
  violations: string[];
}

declare const watched: Watched;

/** Runs before the scripts of the page: records layout shifts and violations of the content security policy. */
function watchPage(): void {
  const found: Watched = { shifts: 0, violations: [] };
  Object.assign(globalThis, { watched: found });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shifts += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('securitypolicyviolation', (event) =>
    found.violations.push((event as { blockedURI: string }).blockedURI),
  );
}

declare function addEventListener(type: string, listener: (event: unknown) => void): void;

/** Records all requests of a page and the transferred bytes. */
async function watchRequests(page: Page) {
  const urls: string[] = [];
  let bytes = 0;
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (!url.startsWith('data:')) urls.push(url);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return { urls, bytesSoFar: () => bytes };
}

describe('the first visit', () => {
  const site = SeededSite.whileTesting();

  beforeAll(async () => closeView(await site.open('/')));

  // The browser itself logs a 404 in the console.
  const quiet = shownPages.filter(([name]) => !name.endsWith('that there is not'));

  // Several at once: most of the time is spent waiting for network idle.
  it.concurrent.each(quiet)(
    'is small, requests no other host, causes no layout shift and logs nothing in the console: %s',
    async (_name, path) => {
      const page = await openView(site.browser, { zone: 'Asia/Kolkata' });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      await page.evaluateOnNewDocument(watchPage);
      const { urls, bytesSoFar } = await watchRequests(page);
      await warm(`${site.api.url}/download/streamers/aurora_plays/viewers.png?width=720&height=360`);
      await visit(page, site.api.url + path, { waitUntil: 'networkidle0' });
      const { shifts, violations } = await page.evaluate(() => watched);
      await closeView(page);
      expect({ said, violations, shifts }).toEqual({ said: [], violations: [], shifts: 0 });
      expect(urls.filter((url) => new URL(url).origin !== site.api.url)).toEqual([]);
      expect(urls.length).toBeLessThanOrEqual(maxRequests);
      expect(bytesSoFar()).toBeGreaterThan(1000);
      expect(bytesSoFar()).toBeLessThanOrEqual(path.startsWith('/share') ? maxBytesOfShare : maxBytes);
    },
  );

  it.concurrent.each([320, 390])('causes no layout shift at %d pixels either', async (width) => {
    const page = await openView(site.browser, { width, zone: 'America/St_Johns' });
    await page.evaluateOnNewDocument(watchPage);
    for (const path of ['/', '/streamers/aurora_plays']) {
      await visit(page, site.api.url + path, { waitUntil: 'networkidle0' });
      expect(await page.evaluate(() => watched.shifts)).toBe(0);
    }
    await closeView(page);
  });
});
