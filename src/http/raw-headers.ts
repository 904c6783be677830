import type { ServerResponse } from 'node:http';

/** Names and values in turn, the form that `writeHead` handles fastest. */
export type RawHeaders = string[];

/** The same in pairs. */
export function* headerPairs(raw: Readonly<RawHeaders>): Generator<[name: string, value: string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i] as string, raw[i + 1] as string];
}

/** Sets them on a response, and adds a `Link` to one that is there. */
export function setHeaders(response: ServerResponse, raw: Readonly<RawHeaders>): void {
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [raw[i] as string, raw[i + 1] as string];
    // An operation may have a Link, and its answer another one.
    if (name === 'Link') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}
