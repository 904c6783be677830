import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { jsonOf } from '../database/json-text.js';
import { RawHeaders } from '../http/raw-headers.js';
import { WithHeaders } from '../http/with-headers.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Bytes of one encoding of an answer, and the strong entity tag that only they have. */
export interface Representation {
  /** Text that is short or sent once: Node sends it in one piece with the headers, and no buffer has to be made for it. */
  body: Buffer | string;
  byteLength: number;
  etag: string;
  encoding: Encoding;
}

/** What compressing a shorter body saves is less than what its header costs. */
const shortestCompressed = 1024;

// The best levels cost milliseconds; these come within a tenth of their size for a fraction of that.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const gzip = { level: 6 };

const scratch = Buffer.allocUnsafeSlow(256 * 1024);
const mostBytesPerUnit = 3;

/** The bytes of a text, until it is called again: to count them and make room for them first takes as long as to write them. */
function utf8Of(text: string): Buffer {
  if (text.length * mostBytesPerUnit > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/** An answer as it goes over the wire: its JSON, and each compressed form once somebody asks for it. */
export class CachedResponse {
  readonly identity: Representation;
  /** Headers that belong to the answer, whichever way it goes out. */
  readonly headers: Readonly<RawHeaders>;
  /** Told of the bytes of each compressed form that is made. */
  onGrowth: ((bytes: number) => void) | undefined;
  private readonly tag: string;
  private compressed: { br?: Representation; gzip?: Representation } = {};

  constructor(
    value: unknown,
    readonly createdAtMs: number,
  ) {
    const answer: WithHeaders<unknown> = value instanceof WithHeaders ? value : new WithHeaders(value, {});
    const text = jsonOf(answer.body);
    const bytes = utf8Of(text);
    const { byteLength } = bytes;
    // Text beyond ASCII takes long to be made bytes of, so that is done once.
    const body = byteLength === text.length || byteLength < shortestCompressed ? text : Buffer.from(bytes);
    this.headers = Object.entries(answer.headers).flat();
    this.tag = hash('sha1', bytes, 'base64url');
    this.identity = { body, byteLength, etag: `"${this.tag}"`, encoding: 'identity' };
  }

  /** Makes what is long the bytes that it is sent as, for an answer that is given more than once. */
  keepBytes(): void {
    const { identity } = this;
    if (identity.byteLength < shortestCompressed) return;
    // Of its own: a part of Node's shared pool would keep all of that in memory.
    const bytes = Buffer.allocUnsafeSlow(identity.byteLength);
    if (typeof identity.body === 'string') bytes.write(identity.body);
    else identity.body.copy(bytes);
    identity.body = bytes;
  }

  /** The representation in an encoding that the client takes. */
  in(encoding: Encoding): Representation {
    if (encoding === 'identity' || this.identity.byteLength < shortestCompressed) return this.identity;
    const known = this.compressed[encoding];
    if (known) return known;
    const made = (this.compressed[encoding] = this.compress(encoding));
    this.onGrowth?.(made.byteLength);
    return made;
  }

  /** Whether an `If-None-Match` names this answer in any encoding; weak comparison, as RFC 9110 wants it. */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === this.identity.etag || ifNoneMatch.trim() === '*') return true;
    return ifNoneMatch.split(',').some((candidate) => {
      const [, tag] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(candidate) ?? [];
      return tag !== undefined && tag.replace(/-(br|gzip)$/, '') === this.tag;
    });
  }

  /** Bytes it holds, with those of the compressed forms that were asked for. */
  get size(): number {
    const { br, gzip } = this.compressed;
    return this.identity.byteLength + (br?.byteLength ?? 0) + (gzip?.byteLength ?? 0);
  }

  private compress(encoding: 'br' | 'gzip'): Representation {
    const { body } = this.identity;
    const bytes = encoding === 'br' ? brotliCompressSync(body, brotli) : gzipSync(body, gzip);
    return { body: bytes, byteLength: bytes.length, etag: `"${this.tag}-${encoding}"`, encoding };
  }
}
