import { getDomain } from 'tldts';
import { isNonCommercial } from './non-commercial-domains.js';
import { parseUrl } from './parse-url.js';

/** A parsed link of a panel. */
export interface PanelLink {
  /** The link in canonical form. Spellings of the same address are equal. */
  url: string;
  /** The registered domain by the public suffix list; the host itself if it has none, such as an IP address. */
  rootDomain: string;
  isCommercial: boolean;
}

const tracking =
  /^(?:utm_[^=]*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|mc_cid|mc_eid)(?:=|$)/i;

/** Parses a link as people write it on panels. Returns null if it is not an HTTP or HTTPS address. */
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
    isCommercial: registered !== null && !isNonCommercial(host),
  };
}

/** Adds https to a link without a scheme. Returns null for other schemes than http and https, such as mailto. */
function withScheme(link: string): string | null {
  if (/^https?:\/\//i.test(link)) return link;
  if (link.startsWith('//')) return `https:${link}`;
  // A colon before a digit starts a port (`example.com:8080`). Any other colon ends a scheme.
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(link) ? null : `https://${link}`;
}

/** The URL parser has already lowercased the host, converted it to punycode and removed the default port. */
function canonicalUrl(url: URL, host: string): string {
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, '');
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !tracking.test(parameter));
  return `${url.protocol}//${host}${port}${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}
