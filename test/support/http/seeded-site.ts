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

/** The service with the seed, and a browser. */
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
    this.database = await createSeededDatabase();
    await this.options.prepare?.(this.database.url);
    this.api = await TestApp.start({ databaseUrl: this.database.url, env: this.options.env ?? {} });
    this.browser = await launchBrowser();
  }

  private async stop(): Promise<void> {
    await this.browser.close();
    await this.api.stop();
    await this.database.drop();
  }
}

/** Number of pixels by which a page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
}
