import type { ServerResponse } from 'node:http';

/** Alternating names and values, the fastest format for `writeHead`. */
export type RawHeaders = string[];

/** Sets raw headers on a response. */
export function setHeaders(response: ServerResponse, raw: Readonly<RawHeaders>): void {
  for (let i = 0; i < raw.length; i += 2) response.setHeader(raw[i] as string, raw[i + 1] as string);
}

/** Sends the status and raw headers, also after other headers were set. */
export function writeHead(response: ServerResponse, status: number, raw: Readonly<RawHeaders>): void {
  // Node removes and appends each header of a list if other headers were set before, which takes longer.
  if (response.getHeaderNames().length === 0) return void response.writeHead(status, raw as RawHeaders);
  setHeaders(response, raw);
  response.writeHead(status);
}
