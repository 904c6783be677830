import { escapeText } from '../../charts/markup.js';

export interface AtomEntry {
  id: string;
  /** The absolute address of the page. */
  page: string;
  title: string;
  published: string;
  updated: string;
  /** Lines of text. */
  about: readonly string[];
}

export interface AtomFeed {
  id: string;
  /** The absolute addresses of the feed and of its page. */
  self: string;
  page: string;
  title: string;
  author: string;
  entries: readonly AtomEntry[];
}

/** A feed without entries needs a time, too. */
const earliestTime = '1970-01-01T00:00:00.000Z';

/** Returns a feed in the format Atom (RFC 4287). Equal entries give equal bytes. */
export function writeFeed({ id, self, page, title, author, entries }: AtomFeed): string {
  const updated = entries.map((entry) => entry.updated).reduce((a, b) => (a > b ? a : b), earliestTime);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    tag('id', id),
    tag('title', title),
    tag('updated', updated),
    `<author>${tag('name', author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry({ id, page, title, published, updated, about }: AtomEntry): string {
  const link = `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`;
  const times = tag('published', published) + tag('updated', updated);
  return `<entry>${tag('id', id)}${tag('title', title)}${times}${link}${tag('content', about.join('\n'))}</entry>`;
}

function tag(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** A parser of XML changes a bare carriage return to a line feed. */
function xmlText(text: string): string {
  return escapeText(text).replaceAll('\r', '&#13;');
}
