import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { RawHeaders } from '../http/request/raw-headers.js';
import { headerListStart } from '../http/request/header-list.js';
import { rawSecurityHeaders, securityHeaders } from '../http/request/security-headers.js';
import { WithHeaders } from '../http/request/with-headers.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of a response in one encoding, and their strong entity tag. */
export interface Representation {
  body: Buffer;
  etag: string;
  encoding: Encoding;
}

/** Shorter bodies are not compressed, because the Content-Encoding header costs more than compression saves. */
const minCompressedBytes = 1024;

// The highest levels take milliseconds. These levels take a fraction of that, with results at most a tenth larger.
const levels = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } };
// Pages are compressed for their first reader and contain repetitions: a tenth more bytes take two thirds of the time.
const pageLevels = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 4 } };
const noHeaders = {};
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A response in its wire format: the JSON of a `Body`, and each encoding after its first use. */
export class StoredResponse<Body = unknown> {
  readonly identity: Representation;
  /** Headers of the response, such as Link. */
  readonly headers: Readonly<RawHeaders>;
  /** The same, and the security headers of every response unless the response has its own. */
  readonly allHeaders: Readonly<RawHeaders>;
  /** True if the response sets a media type. The default is JSON. */
  readonly hasOwnType: boolean;
  /** True for pages, which are compressed faster because a reader waits. */
  readonly isPage: boolean;
  /** True for formats that are already compressed. */
  private readonly isCompressed: boolean;
  /** Receives the number of bytes of each new variant: an encoding or another format. */
  onVariant: ((bytes: number) => void) | undefined;
  private readonly headersOfRows: Readonly<Record<string, string>>;
  private readonly tag: string;
  private variants: Map<string, StoredResponse> | undefined;
  private readonly compressed: Partial<Record<Encoding, Representation | Promise<Representation>>> = {};

  /** `value` is the result of an operation or the bytes of a file. `createdAtMs` is on the monotonic clock. */
  constructor(
    value: Body | WithHeaders<Body>,
    readonly createdAtMs: number,
  ) {
    const response = value instanceof WithHeaders ? value : new WithHeaders(value, noHeaders);
    const bytes = ownBytes(Buffer.isBuffer(response.body) ? response.body : JSON.stringify(response.body));
    const hasHeaders = response.headers !== noHeaders;
    this.headers = hasHeaders ? Object.entries(response.headers).flat() : [];
    this.allHeaders = hasHeaders
      ? Object.entries({ ...securityHeaders, ...response.headers }).flat()
      : rawSecurityHeaders;
    this.hasOwnType = 'Content-Type' in response.headers;
    this.isPage = response.headers['Content-Type']?.startsWith('text/html') ?? false;
    this.isCompressed = response.headers['Content-Type'] === 'image/png';
    this.headersOfRows = response.headersOfRows;
    this.tag = hash('sha1', bytes, 'base64url');
    this.identity = this.represent(bytes, 'identity');
  }

  /** Returns the response in the given encoding. Compresses each encoding once, outside the event loop. */
  in(encoding: Encoding): Representation | Promise<Representation> {
    if (encoding === 'identity' || this.isCompressed || this.identity.body.length < minCompressedBytes)
      return this.identity;
    return (this.compressed[encoding] ??= this.compress(encoding));
  }

  /** Takes over the compressed bodies of an earlier response if its body is the same. Returns their size in bytes. */
  reuse(earlier: StoredResponse): number {
    if (earlier.tag !== this.tag) return 0;
    let bytes = 0;
    for (const encoding of ['br', 'gzip'] as const) {
      const representation = earlier.compressed[encoding];
      if (representation === undefined || representation instanceof Promise) continue;
      this.compressed[encoding] = representation;
      bytes += representation.body.length;
    }
    return bytes;
  }

  /** Converts the rows to another text, once, with its own entity tag and compressed variants. */
  inFormat(name: string, write: (body: unknown) => string): StoredResponse {
    const existing = this.variants?.get(name);
    if (existing) return existing;
    const bytes = Buffer.from(write(JSON.parse(this.identity.body.toString())));
    const variant = new StoredResponse(new WithHeaders(bytes, this.headersOfRows), this.createdAtMs);
    variant.onVariant = (more) => this.onVariant?.(more);
    (this.variants ??= new Map()).set(name, variant);
    this.onVariant?.(bytes.length);
    return variant;
  }

  /** True if an `If-None-Match` contains this response in any encoding. Uses weak comparison, as RFC 9110 requires. */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === this.identity.etag || ifNoneMatch.trim() === '*') return true;
    return headerListStart(ifNoneMatch)
      .split(',')
      .some((candidate) => {
        const [, tag] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(candidate) ?? [];
        return tag !== undefined && tag.replace(/-(br|gzip)$/, '') === this.tag;
      });
  }

  private async compress(encoding: 'br' | 'gzip'): Promise<Representation> {
    const level = (this.isPage ? pageLevels : levels)[encoding];
    const bytes = ownBytes(await compressors[encoding](this.identity.body, level));
    this.onVariant?.(bytes.length);
    return (this.compressed[encoding] = this.represent(bytes, encoding));
  }

  private represent(body: Buffer, encoding: Encoding): Representation {
    const etag = encoding === 'identity' ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
    return { body, etag, encoding };
  }
}

/** Copies to a new buffer. Node's and zlib's buffers are slices, which would keep up to 16 KiB in memory. */
function ownBytes(content: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') bytes.write(content);
  else content.copy(bytes);
  return bytes;
}
