import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { absoluteUrl, publicPath } from '../http/request/public-path.js';
import { requestOrigin } from '../http/request/request-origin.js';
import { DataState } from '../meta/data-state.js';
import { version } from '../version.js';
import { AssetFiles } from './site-files/asset-files.js';
import { Site, SiteContext } from './layout/site.js';

/** HTML and its response headers. */
export interface RenderedPage {
  html: Buffer;
  headers: { 'Content-Type': string; 'Content-Security-Policy': string };
}

/** Renders the elements of a page as HTML. {@link SiteContext} provides the addresses of the service. */
@Injectable()
export class PageRenderer {
  private readonly site: Omit<Site, 'now' | 'newest' | 'isInvented' | 'absolute' | 'address'>;
  private readonly policies: { page: string; embed: string };

  constructor(
    private readonly config: Config,
    assets: AssetFiles,
    private readonly clock: Clock,
  ) {
    const base = publicPath(config, '');
    const hrefOf = (path: string) => base + path;
    this.site = {
      name: config.siteName,
      hrefOf,
      embeds: config.embedOrigins.length > 0,
      needsToken: config.apiTokens.length > 0,
      hasFeeds: config.publicUrl !== undefined,
      assetOf: (name) => hrefOf(assets.pathOf(name)),
      images: config.pagesImages,
      pages: config.pagesEnabled,
      docs: config.docsEnabled,
      version,
    };
    // The page that makes embed codes shows a preview.
    const mayFrame = config.embedOrigins.length > 0 ? ["'self'", ...config.embedOrigins].join(' ') : "'none'";
    this.policies = { page: policy(config, "'none'"), embed: policy(config, mayFrame) };
  }

  render(page: VNode, kind: 'page' | 'embed' = 'page', data?: DataState): RenderedPage {
    const origin = requestOrigin();
    const { hrefOf } = this.site;
    const absolute = (path: string) => absoluteUrl(this.config, path) ?? (origin && origin + hrefOf(path));
    const address = (path: string) => absolute(path) ?? hrefOf(path);
    const site = {
      ...this.site,
      absolute,
      address,
      newest: data?.newest ?? null,
      isInvented: data?.is_invented ?? false,
      now: this.clock.now(),
    };
    const html = renderToString(<SiteContext.Provider value={site}>{page}</SiteContext.Provider>);
    return {
      html: Buffer.from(`<!DOCTYPE html>${html}`),
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': this.policies[kind] },
    };
  }
}

/**
 * Returns the content security policy of a page: scripts, styles and forms of this service only, and nothing inline.
 * `pagesImages` also allows images of other hosts.
 */
function policy({ pagesImages }: Config, frameAncestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${pagesImages ? ' https:' : ''}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}
