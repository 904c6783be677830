import type { ServerResponse } from 'node:http';
import { RawHeaders } from './raw-headers.js';

const early = Symbol('early headers');

/**
 * Headers that are known before the response. They are written with its head unless the response has a header of the
 * same name. Setting them on the response would cost a microsecond each, because Node checks and sorts them
 * individually.
 */
export function earlyHeaders(response: ServerResponse & { [early]?: RawHeaders }): RawHeaders {
  return (response[early] ??= []);
}

/** Returns the headers that the response does not have. */
export function missingHeaders(known: Readonly<RawHeaders>, isThere: (name: string) => boolean): RawHeaders {
  const missing: RawHeaders = [];
  for (let i = 0; i < known.length; i += 2) {
    const [name, value] = [known[i] as string, known[i + 1] as string];
    if (!isThere(name)) missing.push(name, value);
  }
  return missing;
}
