import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AssetName } from '../assets/asset-files.js';

/** What pages have to know of the service that they are part of. */
export interface Site {
  /** A path of the service as readers reach it. */
  hrefOf: (path: string) => string;
  /** The address of a file. */
  assetOf: (name: AssetName) => string;
  /** `PUBLIC_URL`, which meta tags need. */
  origin: string | undefined;
  /** Whether images of channels are loaded. */
  images: boolean;
  docs: boolean;
  version: string;
  /** As of when the page is. */
  now: Date;
}

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === null) throw new Error('A part of a page is rendered outside of a page.');
  return site;
}
