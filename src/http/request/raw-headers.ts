import type { ServerResponse } from 'node:http';

/** Alternating names and values, the fastest format for `writeHead`. */
export type RawHeaders = string[];

/** Iterates over names and values as pairs. */
export function* headerPairs(raw: Readonly<RawHeaders>): Generator<[name: string, value: string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i] as string, raw[i + 1] as string];
}

/** Sets raw headers on a response. */
export function setHeaders(response: ServerResponse, raw: Readonly<RawHeaders>): void {
  for (const [name, value] of headerPairs(raw)) response.setHeader(name, value);
}
