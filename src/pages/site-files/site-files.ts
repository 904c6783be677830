import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { absoluteUrl, publicPath } from '../../http/request/public-path.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { StoredResponse } from '../../response-cache/stored-response.js';
import { iconSvg, markColours } from '../layout/mark.js';
import { Rasterizer } from '../previews/rasterizer.js';

const icoSize = 32;
const touchSize = 180;
const largeSize = 512;
const day = 86_400;
/** The content depends on settings that an operator may have changed to hide the site. */
const hour = 3_600;

interface SiteFile {
  type: string;
  /** Seconds. */
  maxAge: number;
  make: (config: Config, icon: (size: number) => Promise<Buffer>) => Promise<Buffer> | string;
}

const files: Readonly<Record<string, SiteFile>> = {
  'favicon.ico': {
    type: 'image/x-icon',
    maxAge: day,
    make: async (_config, icon) => icoFile(await icon(icoSize), icoSize),
  },
  'apple-touch-icon.png': { type: 'image/png', maxAge: day, make: (_config, icon) => icon(touchSize) },
  'icon-512.png': { type: 'image/png', maxAge: day, make: (_config, icon) => icon(largeSize) },
  'manifest.webmanifest': { type: 'application/manifest+json', maxAge: hour, make: manifest },
  'robots.txt': { type: 'text/plain; charset=utf-8', maxAge: hour, make: robots },
};

export const sitePaths = Object.keys(files);

/** The files that browsers and crawlers request at fixed paths. Each is made once, at its first request. */
@Injectable()
export class SiteFiles {
  private readonly made = new Map<string, Promise<StoredResponse>>();

  constructor(
    private readonly config: Config,
    private readonly rasterizer: Rasterizer,
  ) {}

  /** Returns the file at one of the {@link sitePaths}, in any case and with any slashes around it. */
  find(path: string): { maxAge: number; file: Promise<StoredResponse> } {
    const name = path.replaceAll('/', '').toLowerCase();
    const { maxAge, ...site } = files[name] as SiteFile;
    const file = this.made.get(name) ?? this.make(site);
    this.made.set(name, file);
    file.catch(() => this.made.delete(name));
    return { maxAge, file };
  }

  private async make({ type, make }: Omit<SiteFile, 'maxAge'>): Promise<StoredResponse> {
    const body = await make(this.config, (size) => this.rasterizer.draw(iconSvg, size));
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return new StoredResponse(new WithHeaders(bytes, { 'Content-Type': type }), 0);
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
  const hidden = ['/v1/', '/search', '/embed/', '/download/', '/parts/', '/share?'].map(
    (path) => `Disallow: ${publicPath(config, path)}`,
  );
  return ['User-agent: *', ...hidden, ...(sitemap ? ['', `Sitemap: ${sitemap}`] : []), ''].join('\n');
}

/** Returns an ICO file with one square PNG of fewer than 256 pixels. */
function icoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // The directory: an icon file (1) with one image.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  // The image: width, height, color planes, bits per pixel, length and offset.
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
