/** A response as received over the wire. */
export interface RawResponse {
  status: number;
  /** Status line and headers, one character per byte. */
  head: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Splits the bytes that a server sends into responses. */
export class RawResponses {
  private bytes: Buffer = Buffer.alloc(0);

  /**
   * Returns the responses that these bytes complete, without responses 100. `isNextHead` returns whether the next request
   * was a HEAD. Throws if the bytes are not HTTP.
   */
  push(chunk: Buffer, isNextHead: () => boolean): RawResponse[] {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    const responses: RawResponse[] = [];
    for (let next = this.cut(isNextHead); next !== undefined; next = this.cut(isNextHead)) {
      if (next.status !== 100) responses.push(next);
    }
    return responses;
  }

  /** Bytes of an incomplete response. */
  get rest(): number {
    return this.bytes.length;
  }

  private cut(isNextHead: () => boolean): RawResponse | undefined {
    const end = this.bytes.indexOf(headEnd);
    if (end < 0) return undefined;
    const head = this.bytes.toString('latin1', 0, end);
    const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(head) ?? [];
    if (status === undefined) throw new Error(`Expected an HTTP response, got: ${JSON.stringify(head.slice(0, 200))}`);
    const response = { status: Number(status), head, headers: headersOf(head) };
    const isWithoutBody = response.status < 200 || [204, 304].includes(response.status) || isNextHead();
    const body = isWithoutBody ? { body: Buffer.alloc(0), to: end + 4 } : this.bodyOf(response.headers, end + 4);
    if (!body) return undefined;
    this.bytes = this.bytes.subarray(body.to);
    return { ...response, body: body.body };
  }

  private bodyOf(headers: RawResponse['headers'], from: number): { body: Buffer; to: number } | undefined {
    if (valueOf(headers, 'transfer-encoding') !== undefined) return this.chunksFrom(from);
    const to = from + Number(valueOf(headers, 'content-length') ?? 0);
    return this.bytes.length < to ? undefined : { body: this.bytes.subarray(from, to), to };
  }

  private chunksFrom(from: number): { body: Buffer; to: number } | undefined {
    const chunks: Buffer[] = [];
    for (let at = from; ;) {
      const line = this.bytes.indexOf('\r\n', at);
      if (line < 0) return undefined;
      const size = parseInt(this.bytes.toString('latin1', at, line), 16);
      const to = line + 2 + size + 2;
      if (this.bytes.length < to) return undefined;
      if (size === 0) return { body: Buffer.concat(chunks), to };
      chunks.push(this.bytes.subarray(line + 2, to - 2));
      at = to;
    }
  }
}

/** The first value of a header. */
export function valueOf(headers: RawResponse['headers'], name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

function headersOf(head: string): RawResponse['headers'] {
  return head
    .split('\r\n')
    .slice(1)
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}
