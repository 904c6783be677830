import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AssetName } from '../site-files/asset-files.js';

/** Properties of the service that pages need. */
export interface Site {
  /** `SITE_NAME`. */
  name: string;
  /** Returns the public address of a path of the service. */
  hrefOf: (path: string) => string;
  /** Returns the absolute address of a path, by `PUBLIC_URL` or a trusted proxy; undefined without both. */
  absolute: (path: string) => string | undefined;
  /** Returns the absolute address of a path or, if it is not known, the path, which a script makes absolute. */
  address: (path: string) => string;
  /** Whether streamers have feeds, which need `PUBLIC_URL`. */
  hasFeeds: boolean;
  /** Whether requests of the API need a token. */
  needsToken: boolean;
  /** Whether other sites may frame charts (`EMBED_ORIGINS`). */
  embeds: boolean;
  /** Returns the address of a file. */
  assetOf: (name: AssetName) => string;
  /** Whether pages load channel images. */
  images: boolean;
  /** Whether the service has pages (`PAGES_ENABLED`). Otherwise, only the documentation has a header. */
  pages: boolean;
  docs: boolean;
  version: string;
  /** The time of the newest data; null if it is not known or there is none. */
  newest: string | null;
  /** Whether the database contains the seed and no other data. */
  isInvented: boolean;
  /** The time of rendering. */
  now: Date;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('A part of a page is rendered outside a page.');
  return site;
}
