import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { publicPath } from '../http/public-path.js';
import { version } from '../version.js';
import { AssetFiles } from './assets/asset-files.js';
import { Site, SiteContext } from './layout/site.js';
import { embedPolicy, pagePolicy } from './page-policy.js';

/** HTML and the headers that belong to it. */
export interface RenderedPage {
  html: Buffer;
  headers: { 'Content-Type': string; 'Content-Security-Policy': string };
}

/** Makes HTML of a page's elements, which learn from {@link SiteContext} where the service is. */
@Injectable()
export class PageRenderer {
  private readonly site: Omit<Site, 'now'>;
  private readonly policies: { page: string; embed: string };

  constructor(
    config: Config,
    assets: AssetFiles,
    private readonly clock: Clock,
  ) {
    const base = publicPath(config, '');
    const hrefOf = (path: string) => base + path;
    this.site = {
      hrefOf,
      assetOf: (name) => hrefOf(assets.pathOf(name)),
      origin: config.publicUrl,
      images: config.pagesImages,
      docs: config.docsEnabled,
      version,
    };
    this.policies = { page: pagePolicy(config), embed: embedPolicy(config) };
  }

  render(page: VNode, kind: 'page' | 'embed' = 'page'): RenderedPage {
    const site = { ...this.site, now: this.clock.now() };
    const html = renderToString(<SiteContext.Provider value={site}>{page}</SiteContext.Provider>);
    return {
      html: Buffer.from(`<!DOCTYPE html>${html}`),
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': this.policies[kind] },
    };
  }
}
