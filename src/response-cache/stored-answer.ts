import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { RawHeaders } from '../http/raw-headers.js';
import { readableList } from '../http/readable-list.js';
import { WithHeaders } from '../http/with-headers.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of an answer in one encoding, and the strong entity tag that only they have. */
export interface Representation {
  /** A short body is text with one character for each byte, `bodyEncoding`: Node sends it in one piece with the head. */
  body: Buffer | string;
  byteLength: number;
  etag: string;
  encoding: Encoding;
}

/** Shorter bodies are not compressed: that would save less than the header Content-Encoding costs. */
const shortestCompressed = 1024;

/** The encoding of a body that is text. */
export const bodyEncoding = 'latin1';

/** Longer bodies are sent sooner as bytes than as text (measured: docs/performance.md). */
const longestText = 8_192;

// The best levels take milliseconds. The results of these are at most a tenth larger, in a fraction of the time.
const levels = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } };
// Pages are compressed for their first reader, and repeat themselves: a tenth more bytes take two thirds of the time.
const pageLevels = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 4 } };
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** An answer as it goes over the wire: the JSON of a `Body`, and each compressed form once somebody asked for it. */
export class StoredAnswer<Body = unknown> {
  readonly identity: Representation;
  /** Headers that belong to the answer, such as Link. */
  readonly headers: Readonly<RawHeaders>;
  /** Whether it has a type of its own; otherwise it is JSON. */
  readonly hasOwnType: boolean;
  /** Whether it is a page, for which a reader waits. */
  readonly isPage: boolean;
  /** Called with the number of bytes of each form that is made, compressed or other. */
  onForm: ((bytes: number) => void) | undefined;
  private readonly headersOfRows: Readonly<Record<string, string>>;
  private readonly tag: string;
  private forms: Map<string, StoredAnswer> | undefined;
  private readonly compressed: Partial<Record<Encoding, Representation | Promise<Representation>>> = {};

  /** `value` is what an operation answers, or the bytes of a file; `createdAtMs` is on the monotonic clock. */
  constructor(
    value: Body | WithHeaders<Body>,
    readonly createdAtMs: number,
  ) {
    const answer = value instanceof WithHeaders ? value : new WithHeaders(value, {});
    const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body));
    this.headers = Object.entries(answer.headers).flat();
    this.hasOwnType = 'Content-Type' in answer.headers;
    this.isPage = answer.headers['Content-Type']?.startsWith('text/html') ?? false;
    this.headersOfRows = answer.headersOfRows;
    this.tag = hash('sha1', bytes, 'base64url');
    this.identity = this.represent(bytes, 'identity');
  }

  /** The representation in an encoding that the client takes. Each is compressed once, outside the event loop. */
  in(encoding: Encoding): Representation | Promise<Representation> {
    if (encoding === 'identity' || this.identity.byteLength < shortestCompressed) return this.identity;
    return (this.compressed[encoding] ??= this.compress(encoding));
  }

  /** Takes over the compressed bodies of an earlier response if its body is the same. Returns their size in bytes. */
  reuse(earlier: StoredAnswer): number {
    if (earlier.tag !== this.tag) return 0;
    let bytes = 0;
    for (const encoding of ['br', 'gzip'] as const) {
      const made = earlier.compressed[encoding];
      if (made === undefined || made instanceof Promise) continue;
      this.compressed[encoding] = made;
      bytes += made.byteLength;
    }
    return bytes;
  }

  /** The rows of the answer as another text, which is made of its body once, with an entity tag and compressed forms of its own. */
  inForm(name: string, write: (body: unknown) => string): StoredAnswer {
    const known = this.forms?.get(name);
    if (known) return known;
    const bytes = Buffer.from(write(JSON.parse(this.bytes.toString())));
    const form = new StoredAnswer(new WithHeaders(bytes, this.headersOfRows), this.createdAtMs);
    form.onForm = (more) => this.onForm?.(more);
    (this.forms ??= new Map()).set(name, form);
    this.onForm?.(bytes.length);
    return form;
  }

  /** Whether an `If-None-Match` names this answer in any encoding; weak comparison, as RFC 9110 wants it. */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === this.identity.etag || ifNoneMatch.trim() === '*') return true;
    return readableList(ifNoneMatch)
      .split(',')
      .some((candidate) => {
        const [, tag] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(candidate) ?? [];
        return tag !== undefined && tag.replace(/-(br|gzip)$/, '') === this.tag;
      });
  }

  private get bytes(): Buffer {
    const { body } = this.identity;
    return Buffer.isBuffer(body) ? body : Buffer.from(body, bodyEncoding);
  }

  private async compress(encoding: 'br' | 'gzip'): Promise<Representation> {
    const bytes = await compressors[encoding](this.bytes, (this.isPage ? pageLevels : levels)[encoding]);
    this.onForm?.(bytes.length);
    return (this.compressed[encoding] = this.represent(bytes, encoding));
  }

  private represent(bytes: Buffer, encoding: Encoding): Representation {
    const body = bytes.length > longestText ? bytes : bytes.toString(bodyEncoding);
    const etag = encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
    return { body, byteLength: bytes.length, etag, encoding };
  }
}
