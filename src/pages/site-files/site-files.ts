import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { absoluteUrl, publicPath } from '../../http/public-path.js';
import { WithHeaders } from '../../http/with-headers.js';
import { StoredAnswer } from '../../response-cache/stored-answer.js';
import { iconSvg, markColours } from '../layout/mark.js';
import { Rasterizer } from '../previews/rasterizer.js';
import { icoFile } from './ico.js';

const icoSize = 32;
const touchSize = 180;
const largeSize = 512;

/** The files that browsers and crawlers request at fixed paths. Each is made once, at its first request. */
@Injectable()
export class SiteFiles {
  private readonly made = new Map<string, Promise<StoredAnswer>>();

  constructor(
    private readonly config: Config,
    private readonly rasterizer: Rasterizer,
  ) {}

  favicon(): Promise<StoredAnswer> {
    return this.once('image/x-icon', async () => icoFile(await this.icon(icoSize), icoSize));
  }

  touchIcon(): Promise<StoredAnswer> {
    return this.once('image/png', () => this.icon(touchSize), touchSize);
  }

  largeIcon(): Promise<StoredAnswer> {
    return this.once('image/png', () => this.icon(largeSize), largeSize);
  }

  manifest(): Promise<StoredAnswer> {
    return this.once('application/manifest+json', () => Promise.resolve(Buffer.from(manifest(this.config))));
  }

  robots(): Promise<StoredAnswer> {
    return this.once('text/plain; charset=utf-8', () => Promise.resolve(Buffer.from(robots(this.config))));
  }

  private icon(size: number): Promise<Buffer> {
    return this.rasterizer.draw(iconSvg, size);
  }

  private once(type: string, make: () => Promise<Buffer>, size = 0): Promise<StoredAnswer> {
    const key = `${type} ${size}`;
    const known = this.made.get(key);
    if (known) return known;
    const made = make()
      .then((bytes) => new StoredAnswer(new WithHeaders(bytes, { 'Content-Type': type }), 0))
      .catch((error: unknown) => {
        this.made.delete(key);
        throw error;
      });
    this.made.set(key, made);
    return made;
  }
}

/** True if search engines may show the site. A token shows that the data is not for everyone. */
export function isForCrawlers({ pagesEnabled, apiTokens }: Pick<Config, 'pagesEnabled' | 'apiTokens'>): boolean {
  return pagesEnabled && apiTokens.length === 0;
}

function manifest(config: Config): string {
  const to = (path: string) => publicPath(config, path);
  const icon = (path: string, size: number) => ({ src: to(path), sizes: `${size}x${size}`, type: 'image/png' });
  return JSON.stringify({
    name: config.siteName,
    short_name: config.siteName,
    start_url: to('/'),
    scope: to('/'),
    display: 'minimal-ui',
    background_color: markColours.paper,
    theme_color: markColours.paper,
    icons: [icon('/apple-touch-icon.png', touchSize), icon('/icon-512.png', largeSize)],
  });
}

/** Search results and the API would be endless. Crawlers of chats read this file too, so it allows the pictures. */
function robots(config: Config): string {
  if (!isForCrawlers(config)) return 'User-agent: *\nDisallow: /\n';
  const sitemap = absoluteUrl(config, '/sitemap.xml');
  const hidden = ['/v1/', '/search', '/compare?', '/embed/', '/download/', '/share?'].map(
    (path) => `Disallow: ${publicPath(config, path)}`,
  );
  return ['User-agent: *', ...hidden, ...(sitemap ? ['', `Sitemap: ${sitemap}`] : []), ''].join('\n');
}
