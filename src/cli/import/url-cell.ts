import { parseUrl } from '../../partners/parse-url.js';
import { escapeCell } from './cells.js';
import { refuse } from './field-error.js';

const longest = 2_000;
const plain = /^https?:\/\/(?:[\w\-.~:/?@!$&'()*+,;=]|%[\dA-F]{2})+(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[\dA-F]{2})*)?$/i;
/** A host that no parser could refuse, and for which calling one would take longer than all else about a stream. */
const usualHost = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]+\//i;
const notPlain = /[^\w\-.~:/?@!$&'()*+,;=%#]/g;

/** An http or https address, with what RFC 3986 does not allow in one percent-encoded. */
export function urlCell(value: unknown, property: string): string {
  if (typeof value === 'string' && value.length <= longest) {
    if (plain.test(value) && (usualHost.test(value) || parseUrl(value))) return value;
    const encoded = encode(value);
    if (encoded !== null) return escapeCell(encoded);
  }
  return refuse(property, value, `an http or https URL of at most ${longest} characters`);
}

function encode(value: string): string | null {
  if (!/^https?:\/\/\S/i.test(value) || /[\0\uD800-\uDFFF]/u.test(value)) return null;
  const url = parseUrl(value);
  if (url === null) return null;
  const encoded = url.href.replace(/%(?![\dA-F]{2})/gi, '%25').replace(notPlain, encodeURIComponent);
  return plain.test(encoded) ? encoded : null;
}
