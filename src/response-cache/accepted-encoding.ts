import Negotiator from 'negotiator';
import { Encoding } from './cached-response.js';

const offered = ['br', 'gzip', 'identity'];
const remembered = new Map<string, Encoding>();
const mostRemembered = 1000;

/** The encoding to answer in, by the client's `Accept-Encoding`; clients send few different ones, so they are remembered. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = remembered.get(header);
  if (known !== undefined) return known;
  // Its types are those of a version that had no preferences among what the client likes equally.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as unknown as {
    encodings(available: string[], options: { preferred: string[] }): string[];
  };
  const [best = 'identity'] = negotiator.encodings(offered, { preferred: offered });
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(header, best as Encoding);
  return best as Encoding;
}
