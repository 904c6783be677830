import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, openView, View, visit } from '../pages/browser.js';
import { createSeededDatabase } from '../database/seeded-database.js';
import { TestApp } from './test-app.js';
import { TestDatabase } from '../database/test-database.js';

interface SeededSiteOptions {
  env?: Record<string, string>;
  /** Changes the database before the service starts. */
  prepare?: (databaseUrl: string) => Promise<void>;
}

declare global {
  /** Set while several files run together. Ends what the files share, after the last file. */
  var sharedByFiles: { stop(): Promise<void> }[] | undefined;
}

/** The sites that files share. They have the same seed, and their tests only read. */
const sites = new Map<string, Promise<SeededSite>>();
let sharedBrowser: Promise<Browser> | undefined;

/** The service with the seed, and a browser. Files that run together share both, unless a file changes the database. */
export class SeededSite {
  api: TestApp;
  browser: Browser;
  private database: TestDatabase;

  private constructor(private readonly options: SeededSiteOptions) {}

  /** Runs during the tests of the calling describe block. */
  static whileTesting(options: SeededSiteOptions = {}): SeededSite {
    const site = new SeededSite(options);
    beforeAll(() => site.start());
    afterAll(() => site.stop());
    return site;
  }

  private get isShared(): boolean {
    return globalThis.sharedByFiles !== undefined && this.options.prepare === undefined;
  }

  /** Opens a path of the service in a page with an empty cache. */
  async open(path: string, view?: View): Promise<Page> {
    const page = await openView(this.browser, view);
    await this.visit(page, path);
    return page;
  }

  visit(page: Page, path: string): Promise<void> {
    return visit(page, this.api.url + path);
  }

  private async start(): Promise<void> {
    if (!this.isShared) return this.openSite();
    const key = JSON.stringify(this.options.env ?? {});
    const opening = sites.get(key) ?? new SeededSite(this.options).openForAll();
    sites.set(key, opening);
    const { api, browser } = await opening;
    Object.assign(this, { api, browser });
  }

  private async openForAll(): Promise<this> {
    await this.openSite();
    globalThis.sharedByFiles?.push({ stop: () => this.close() });
    return this;
  }

  private async openSite(): Promise<void> {
    this.database = await createSeededDatabase();
    await this.options.prepare?.(this.database.url);
    this.api = await TestApp.start({ databaseUrl: this.database.url, env: this.options.env ?? {} });
    this.browser = await openBrowser();
  }

  private async stop(): Promise<void> {
    if (!this.isShared) await this.close();
  }

  private async close(): Promise<void> {
    if (!sharedBrowser) await this.browser.close();
    await this.api.stop();
    await this.database.drop();
  }
}

/** Each test opens pages in a context of its own, so files can share a browser. */
async function openBrowser(): Promise<Browser> {
  if (!globalThis.sharedByFiles) return launchBrowser();
  if (!sharedBrowser) {
    sharedBrowser = launchBrowser();
    const browser = await sharedBrowser;
    globalThis.sharedByFiles.push({ stop: () => browser.close() });
  }
  return sharedBrowser;
}

/** Number of pixels by which a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
}
