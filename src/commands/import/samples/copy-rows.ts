const blockBytes = 256 * 1024;
/** Room for one more row. */
const largestRow = 4 * 1024;
/** The start of a COPY in binary: its signature, no flags and no extension. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const nullLength = -1;
const endOfCopy = -1;
/** PostgreSQL counts microseconds from 2000 on. */
const epochMs = Date.UTC(2000, 0);

/** Rows of numbers and moments in the binary format of COPY (PostgreSQL's manual, "COPY", "File Formats"). */
export class CopyRows {
  private block = Buffer.allocUnsafeSlow(blockBytes);
  private view = new DataView(this.block.buffer);
  private at = header.copy(this.block);

  /** Whether a block is to be taken before the next row. */
  get isFull(): boolean {
    return this.at + largestRow > this.block.length;
  }

  /** What was written since the last call. */
  take(): Buffer {
    const taken = this.block.subarray(0, this.at);
    this.block = Buffer.allocUnsafeSlow(blockBytes);
    this.view = new DataView(this.block.buffer);
    this.at = 0;
    return taken;
  }

  /** The last block. */
  finish(): Buffer {
    this.addInt2(endOfCopy);
    return this.take();
  }

  begin(columns: number): void {
    this.addInt2(columns);
  }

  addNull(): void {
    this.write(nullLength);
  }

  addInt4(value: number): void {
    this.write(4);
    this.write(value);
  }

  /** Takes an integer that a number holds exactly. */
  addInt8(value: number): void {
    const high = Math.floor(value / 2 ** 32);
    this.write(8);
    this.write(high);
    this.write(value - high * 2 ** 32);
  }

  addId(id: bigint): void {
    this.write(8);
    this.view.setBigInt64(this.at, id);
    this.at += 8;
  }

  /** Takes milliseconds since 1970. */
  addMoment(ms: number): void {
    this.addInt8((ms - epochMs) * 1000);
  }

  /** Begins an array, whose elements follow. */
  beginArray(element: { oid: number; bytes: number }, length: number): void {
    this.write(20 + length * (4 + element.bytes));
    this.write(1);
    this.write(0);
    this.write(element.oid);
    this.write(length);
    this.write(1);
  }

  private addInt2(value: number): void {
    this.view.setInt16(this.at, value);
    this.at += 2;
  }

  private write(value: number): void {
    this.view.setInt32(this.at, value);
    this.at += 4;
  }
}
