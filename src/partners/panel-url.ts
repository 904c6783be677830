import { getDomain } from 'tldts';
import { isNotCommercial } from './not-commercial.js';
import { parseUrl } from './parse-url.js';

/** What the import makes of the link on a panel. */
export interface PanelLink {
  /** The link in canonical form: two spellings of one address are equal in it. */
  url: string;
  /** The domain somebody registered, by the public suffix list; the host itself where there is none, as for an IP. */
  rootDomain: string;
  isCommercial: boolean;
}

const tracking =
  /^(?:utm_[^=]*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|mc_cid|mc_eid)(?:=|$)/i;

/** Reads a link as people write it on panels; null if it is no http or https address. */
export function readPanelLink(rawUrl: string): PanelLink | null {
  const address = withScheme(rawUrl.trim());
  const url = address === null ? null : parseUrl(address);
  if (url === null) return null;
  const host = url.hostname.replace(/\.$/, '');
  if (host === '') return null;
  const registered = getDomain(host, { allowPrivateDomains: false });
  return {
    url: canonicalUrl(url, host),
    rootDomain: registered ?? host,
    isCommercial: registered !== null && !isNotCommercial(host),
  };
}

/** A link without a scheme gets https; null for any other scheme than http and https, such as mailto. */
function withScheme(link: string): string | null {
  if (/^https?:\/\//i.test(link)) return link;
  if (link.startsWith('//')) return `https:${link}`;
  // A colon before a digit is a port (`example.com:8080`), before anything else it ends a scheme.
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(link) ? null : `https://${link}`;
}

/** The URL parser has lowercased the host, made it punycode and dropped the default port. */
function canonicalUrl(url: URL, host: string): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, '');
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracking.test(parameter));
  return `${url.protocol}//${host}${port}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}
