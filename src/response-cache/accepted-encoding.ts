import Negotiator from 'negotiator';
import { headerListStart } from '../http/request/header-list.js';
import { Encoding } from './stored-response.js';

const offered = ['br', 'gzip', 'identity'];
const cached = new Map<string, Encoding>();
const maxCached = 1000;
/** Headers of browsers have half this length. A longer text would keep up to 16 KiB in memory. */
const maxCachedLength = 100;

/** The installed types lack the option `preferred`, which orders encodings with equal weights. */
interface EncodingNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

/** Selects the encoding for an `Accept-Encoding`. Clients send few different values, so results are cached. */
export function acceptedEncoding(given: string | undefined): Encoding {
  if (given === undefined) return 'identity';
  const encoding = cached.get(given);
  if (encoding !== undefined) return encoding;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': headerListStart(given) } });
  const [best = 'identity'] = negotiator.encodings(offered, { preferred: offered });
  if (given.length > maxCachedLength) return best as Encoding;
  if (cached.size >= maxCached) cached.clear();
  cached.set(given, best as Encoding);
  return best as Encoding;
}
