const nothing: Buffer = Buffer.alloc(0);

/** Collects bytes that come in chunks. The buffer doubles, so that a record in many small chunks is not copied once per chunk. */
export class ByteBuffer {
  length = 0;
  private buffer = nothing;

  /** The bytes are valid until more are added. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  add(bytes: Buffer): void {
    if (this.length + bytes.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(2 * (this.length + bytes.length));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    bytes.copy(this.buffer, this.length);
    this.length += bytes.length;
  }

  drop(count: number): void {
    this.buffer.copyWithin(0, count, this.length);
    this.length -= count;
  }

  /** Removes all bytes, and returns them followed by `end`. */
  finish(end = nothing): Buffer {
    const bytes = this.length === 0 ? end : Buffer.concat([this.bytes, end]);
    this.length = 0;
    return bytes;
  }
}
