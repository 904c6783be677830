import type { ServerResponse } from 'node:http';

/** Names and values in turn, the form that `writeHead` handles fastest. */
export type RawHeaders = string[];

/** The same in pairs. */
export function* headerPairs(raw: Readonly<RawHeaders>): Generator<[name: string, value: string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i] as string, raw[i + 1] as string];
}

/** Sets them on a response. */
export function setHeaders(response: ServerResponse, raw: Readonly<RawHeaders>): void {
  for (const [name, value] of headerPairs(raw)) response.setHeader(name, value);
}
