import os from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { Browser, GoToOptions, Page } from 'puppeteer-core';
import { withLock } from '../../scripts/file-lock.mjs';

const lock = path.join(os.tmpdir(), 'streaming-analytics-chromium.lock');

// For every file that looks at pages: being slow is no failure.
jest.setTimeout(300_000);
const waitLimitMs = 120_000;

/** Not those of the package: they switch off what the tests look for, and a single process has one context only. */
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** A headless Chromium: that of the package, which one process at a time unpacks, or the one that `CHROMIUM_PATH` names. */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH;
  const executablePath = own ?? (await withLock(lock, waitLimitMs, () => chromium.executablePath()));
  return puppeteer.launch({
    executablePath,
    args,
    headless: 'shell',
    timeout: waitLimitMs,
    protocolTimeout: waitLimitMs,
  });
}

/** What a page is shown in. */
export interface Form {
  width: number;
  theme: 'light' | 'dark';
}

export interface View extends Partial<Form> {
  scripts?: boolean;
  zone?: string;
}

/** A page with an empty cache, in a size, a theme and a zone. */
export async function openView(
  browser: Browser,
  { width = 1280, theme = 'light', scripts = true, zone }: View = {},
): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await show(page, { width, theme });
  if (zone) await page.emulateTimezone(zone);
  if (!scripts) await page.setJavaScriptEnabled(false);
  page.setDefaultTimeout(waitLimitMs);
  return page;
}

/** Gives a page another size and theme. What is open in it stays open. */
export async function show(page: Page, { width, theme }: Form): Promise<void> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
}

/** Ends a page and forgets what it has kept. */
export async function closeView(page: Page): Promise<void> {
  await page.browserContext().close();
}

/**
 * Opens an address, and fails if the service did. On a slow machine an answer may not be ready in the time that the service allows for it:
 * so it is asked for before, until it is in the cache.
 */
export async function visit(page: Page, url: string, options?: GoToOptions): Promise<void> {
  const headers = { accept: 'text/html' };
  for (let left = 10; left > 0 && (await fetch(url, { method: 'HEAD', headers })).status >= 500; left--);
  const response = await page.goto(url, options);
  if (response === null || response.status() >= 500) throw new Error(`${url} has failed`);
}
