import type { ServerResponse } from 'node:http';
import { RawHeaders } from './raw-headers.js';

const early = Symbol('early headers');

/**
 * The headers that are known before the answer is, to add to. They are written with its head, where the answer has none of the
 * same name. Setting them on the response would cost a microsecond each: Node then checks and sorts them one by one.
 */
export function earlyHeaders(response: ServerResponse & { [early]?: RawHeaders }): RawHeaders {
  return (response[early] ??= []);
}

/** Those that the answer has no others for. */
export function missingHeaders(known: Readonly<RawHeaders>, isThere: (name: string) => boolean): RawHeaders {
  const missing: RawHeaders = [];
  for (let i = 0; i < known.length; i += 2) {
    const [name, value] = [known[i] as string, known[i + 1] as string];
    if (!isThere(name)) missing.push(name, value);
  }
  return missing;
}
