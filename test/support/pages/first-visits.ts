import type { Page } from 'puppeteer-core';
import type { SeededSite } from '../http/seeded-site.js';
import { closeView, openView, View, visit, warm } from './browser.js';
import type { shownPages } from './page-paths.js';

const maxBytes = 37 * 1024;
/** The page, its styles, and at most four scripts: a live page with charts needs all of them. */
const maxRequests = 6;
/** The page with the codes of a chart also shows the chart in a frame, which is a page, and as a PNG picture. */
const maxBytesOfShare = 110 * 1024;

interface Watched {
  shifts: number;
  violations: string[];
}

declare const watched: Watched;
declare function addEventListener(type: string, listener: (event: unknown) => void): void;

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

/** Visits pages like somebody who has never visited the site. One page for all visits saves a process of the browser for each. */
export class FirstVisits {
  said: string[] = [];
  urls: string[] = [];
  bytes = 0;

  private constructor(readonly page: Page) {}

  static async open(site: SeededSite, view: View): Promise<FirstVisits> {
    const page = await openView(site.browser, view);
    const visits = new FirstVisits(page);
    page.on('console', (message) => visits.said.push(message.text()));
    page.on('pageerror', (error) => visits.said.push(String(error)));
    await page.evaluateOnNewDocument(watchPage);
    return visits;
  }

  /** Opens an address with an empty cache, until nothing more is loaded, and returns what the page did. */
  async visit(url: string): Promise<Watched> {
    await this.page.goto('about:blank');
    const session = await this.page.createCDPSession();
    await session.send('Network.clearBrowserCache');
    await session.send('Network.enable');
    Object.assign(this, { said: [], urls: [], bytes: 0 });
    session.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('data:')) this.urls.push(request.url);
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (this.bytes += encodedDataLength));
    await visit(this.page, url, { waitUntil: 'networkidle0' });
    await session.detach();
    return this.page.evaluate(() => watched);
  }

  close(): Promise<void> {
    return closeView(this.page);
  }
}

/** Defines a test of the first visit of each page. */
export function checkFirstVisits(site: SeededSite, pages: typeof shownPages): void {
  let visits: FirstVisits;

  beforeAll(async () => {
    visits = await FirstVisits.open(site, { zone: 'Asia/Kolkata' });
    await warm(`${site.api.url}/download/streamers/aurora_plays/viewers.png?width=720&height=360`);
  });

  // The browser itself logs a 404 in the console.
  it.each(pages.filter(([name]) => !name.endsWith('that there is not')))(
    'is small, requests no other host, causes no layout shift and logs nothing in the console: %s',
    async (_name, path) => {
      const { shifts, violations } = await visits.visit(site.api.url + path);
      const { said, urls, bytes } = visits;
      expect({ said, violations, shifts }).toEqual({ said: [], violations: [], shifts: 0 });
      expect(urls.filter((url) => new URL(url).origin !== site.api.url)).toEqual([]);
      expect(urls.length).toBeLessThanOrEqual(maxRequests);
      expect(bytes).toBeGreaterThan(1000);
      expect(bytes).toBeLessThanOrEqual(path.startsWith('/share') ? maxBytesOfShare : maxBytes);
    },
  );
}
