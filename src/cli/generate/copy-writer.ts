const chunkBytes = 128 * 1024;
/** No row of ours is longer than this. */
const longestRowBytes = 8 * 1024;
const postgresEpochMs = Date.UTC(2000, 0, 1);
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const zero = 48;

/**
 * Writes rows in COPY's binary format, which spares both sides turning numbers and times into text and back. The
 * fields of a row are written one after the other, in the order of the columns.
 */
export class CopyWriter {
  private bytes!: Buffer;
  private view!: DataView;
  private at = 0;
  private chunks: Buffer[] = [];

  constructor(private readonly columns: number) {
    this.nextChunk();
    this.field(signature);
  }

  /** Begins the next row. */
  row(): void {
    if (this.at > chunkBytes) this.nextChunk();
    this.view.setInt16(this.at, this.columns);
    this.at += 2;
  }

  /** A bigint, from 0 to 2^53 - 1. */
  integer(value: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, value / 2 ** 32);
    this.view.setUint32(this.at + 8, value >>> 0);
    this.at += 12;
  }

  /** A timestamptz, from milliseconds since 1970. */
  time(ms: number): void {
    const microseconds = (ms - postgresEpochMs) * 1000;
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, Math.floor(microseconds / 2 ** 32));
    this.view.setUint32(this.at + 8, microseconds >>> 0);
    this.at += 12;
  }

  flag(value: boolean): void {
    this.view.setInt32(this.at, 1);
    this.bytes[this.at + 4] = value ? 1 : 0;
    this.at += 5;
  }

  null(): void {
    this.view.setInt32(this.at, -1);
    this.at += 4;
  }

  /** One or more whole fields, as {@link textField} and {@link textArrayField} make them. */
  field(field: Buffer): void {
    this.bytes.set(field, this.at);
    this.at += field.length;
  }

  /** A text that has a number in it. */
  numberedText(before: Buffer, number: number, after?: Buffer): void {
    const lengthAt = this.at;
    this.at += 4;
    this.field(before);
    this.digits(number);
    if (after) this.field(after);
    this.view.setInt32(lengthAt, this.at - lengthAt - 4);
  }

  /** What is complete and was not taken yet, in chunks. */
  takeChunks(): Buffer[] {
    if (this.chunks.length === 0) return this.chunks;
    const taken = this.chunks;
    this.chunks = [];
    return taken;
  }

  /** The rest, after which nothing may be written. */
  end(): Buffer[] {
    this.view.setInt16(this.at, -1);
    this.at += 2;
    this.nextChunk();
    return this.takeChunks();
  }

  private digits(number: number): void {
    let length = 1;
    for (let power = 10; power <= number; power *= 10) length += 1;
    let rest = number;
    for (let at = this.at + length - 1; at >= this.at; at--) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = zero + rest - next * 10;
      rest = next;
    }
    this.at += length;
  }

  private nextChunk(): void {
    if (this.at > 0) this.chunks.push(this.bytes.subarray(0, this.at));
    this.bytes = Buffer.allocUnsafeSlow(chunkBytes + longestRowBytes);
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
  }
}

/** A text as a field. */
export function textField(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([int32(bytes.length), bytes]);
}

/** A text[] as a field. */
export function textArrayField(texts: readonly string[]): Buffer {
  const textOid = 25;
  const dimensions = texts.length === 0 ? [] : [texts.length, 1];
  const head = [texts.length === 0 ? 0 : 1, 0, textOid, ...dimensions].map(int32);
  const array = Buffer.concat([...head, ...texts.map(textField)]);
  return Buffer.concat([int32(array.length), array]);
}

/** A null as a field. */
export const nullField = int32(-1);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
