import type { TestApp } from '../http/test-app.js';

/** Follows the links of all pages, `ofEachKind` of each kind, because links of one kind lead to similar pages. */
export async function followLinks(api: TestApp, ofEachKind = 1): Promise<{ broken: string[]; kinds: number }> {
  const kinds = new Map<string, number>();
  const broken: string[] = [];
  const waiting = ['/'];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { status, headers, text } = await api.send('GET', path, { accept: 'text/html' });
    if (status !== 200) broken.push(`${status} ${path}`);
    if (!headers.get('content-type')?.startsWith('text/html') || path.startsWith('/docs')) continue;
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const next = href.replaceAll('&amp;', '&').replace(/#.*/, '');
      if (!next.startsWith('/') || seen.has(next)) continue;
      seen.add(next);
      const kind = kindOf(next);
      const count = kinds.get(kind) ?? 0;
      kinds.set(kind, count + 1);
      if (count < ofEachKind) waiting.push(next);
    }
  }
  return { broken, kinds: kinds.size };
}

/** The kind of a link: its path without names and numbers, and its query parameters, such as `/streamers/*?range`. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://host');
  const template = pathname.replace(/(streamers?|games)\/[^/]+?(?=\/|\.csv$|\.svg$|$)/, '$1/*').replace(/\/\d+/g, '/*');
  return `${template}?${[...searchParams.keys()].join('&')}`;
}
