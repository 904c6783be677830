import os from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { Browser, GoToOptions, Page } from 'puppeteer-core';
import { withLock } from '../../../scripts/file-lock.mjs';

const lock = path.join(os.tmpdir(), 'streaming-analytics-chromium.lock');

// Applies to every file that opens pages: slowness is not a failure.
jest.setTimeout(300_000);
const waitLimitMs = 120_000;

/** Replaces the flags of the package, which disable features under test and, with `--single-process`, allow one context only. */
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** Starts headless Chromium from `CHROMIUM_PATH`, or from the package, which one process at a time unpacks. */
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

/** Viewport size and color theme of a page. */
export interface Form {
  width: number;
  theme: 'light' | 'dark';
}

export interface View extends Partial<Form> {
  scripts?: boolean;
  zone?: string;
}

/** Opens a page with an empty cache, a size, a theme and a time zone. */
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

/** Changes size and theme of a page without reloading it. */
export async function show(page: Page, { width, theme }: Form): Promise<void> {
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
}

/** Closes a page and deletes its cache and cookies. */
export async function closeView(page: Page): Promise<void> {
  await page.browserContext().close();
}

/**
 * Requests an address until the response is in the cache, because a response may exceed the time limit of the service on a
 * slow machine.
 */
export async function warm(url: string): Promise<void> {
  const headers = { accept: 'text/html,image/*' };
  for (let left = 10; left > 0 && (await fetch(url, { method: 'HEAD', headers })).status >= 500; left--);
}

/** Opens an address after {@link warm}, and throws if the service fails. */
export async function visit(page: Page, url: string, options?: GoToOptions): Promise<void> {
  await warm(url);
  const response = await page.goto(url, options);
  if (response === null || response.status() >= 500) throw new Error(`${url} has failed`);
}
