import Negotiator from 'negotiator';
import { readableList } from '../http/lists/readable-list.js';
import { Encoding } from './stored-answer.js';

const offered = ['br', 'gzip', 'identity'];
const remembered = new Map<string, Encoding>();
const mostRemembered = 1000;
/** Headers of browsers have half this length. A longer text would keep up to 16 KiB in memory. */
const longestRemembered = 100;

/** The installed types lack the option `preferred`, which orders encodings with equal weights. */
interface EncodingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Selects the encoding for an `Accept-Encoding`. Clients send few different values, so results are cached. */
export function acceptedEncoding(given: string | undefined): Encoding {
  if (given === undefined) return 'identity';
  const header = readableList(given);
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const [best = 'identity'] = negotiator.encodings(offered, { preferred: offered });
  if (header.length > longestRemembered) return best as Encoding;
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(header, best as Encoding);
  return best as Encoding;
}
