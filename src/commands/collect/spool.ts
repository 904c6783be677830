import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { ConfigError } from '../../config/environment.js';

/** The length of a block and its checksum precede the block. */
const headBytes = 8;

/** The position of a block in the file, or the block itself if the file cannot be written. */
type Waiting = { readonly at: number; readonly length: number } | Buffer;

/**
 * A queue of blocks of bytes in a file, which outlives the process. An added block is on the disk, or in memory if writing fails. A
 * block stays until it is removed. If the process ends before the queue is empty, the next process may see removed blocks again.
 */
export class Spool {
  bytes = 0;
  private blocks: Waiting[] = [];
  private end = 0;

  /** Without a file, all blocks wait in memory. */
  constructor(
    private readonly mostBytes: number,
    private file?: number,
    private readonly name = '',
    private readonly onError: (error: unknown) => void = () => {},
  ) {}

  /**
   * Opens or creates the file, and removes half-written blocks of a killed process. `onError` receives the reason why a
   * block is in memory.
   */
  static open(name: string, mostBytes: number, onError: (error: unknown) => void): Spool {
    mkdirSync(path.dirname(path.resolve(name)), { recursive: true });
    lock(name);
    const file = openSync(name, existsSync(name) ? 'r+' : 'w+', 0o600);
    const spool = new Spool(mostBytes, file, name, onError);
    spool.find(file);
    return spool;
  }

  get size(): number {
    return this.blocks.length;
  }

  /** Returns false, and adds nothing, if the spool is full. */
  add(block: Buffer): boolean {
    const bytes = headBytes + block.length;
    if (this.bytes + bytes > this.mostBytes) return false;
    this.blocks.push(this.write(block) ?? block);
    this.bytes += bytes;
    return true;
  }

  first(): Buffer | undefined {
    const [block] = this.blocks;
    if (block === undefined || Buffer.isBuffer(block)) return block;
    return read(this.file as number, block.at, block.length);
  }

  /** Removes the oldest block. Removing the last block empties the file. */
  removeFirst(): void {
    const block = this.blocks.shift();
    if (block) this.bytes -= headBytes + block.length;
    if (this.blocks.length > 0 || this.file === undefined) return;
    ftruncateSync(this.file, 0);
    this.end = 0;
  }

  close(): void {
    if (this.file === undefined) return;
    closeSync(this.file);
    rmSync(lockName(this.name), { force: true });
  }

  /** Undefined if writing fails, as on a full disk. */
  private write(block: Buffer): Waiting | undefined {
    if (this.file === undefined) return undefined;
    try {
      if (this.end + headBytes + block.length > this.mostBytes) this.file = this.moveToStart(this.file);
      append(this.file, block, this.end);
    } catch (error) {
      this.onError(error);
      return undefined;
    }
    const at = this.end + headBytes;
    this.end = at + block.length;
    return { at, length: block.length };
  }

  /** Copies the blocks to a new file, to free the space of removed blocks, and returns the new file. */
  private moveToStart(file: number): number {
    const name = `${this.name}.new`;
    const moved = openSync(name, 'w+', 0o600);
    let end = 0;
    try {
      const blocks = this.blocks.map((block) => {
        if (Buffer.isBuffer(block)) return block;
        const at = end + headBytes;
        writeAll(moved, read(file, block.at - headBytes, headBytes + block.length), end);
        end = at + block.length;
        return { at, length: block.length };
      });
      fsyncSync(moved);
      renameSync(name, this.name);
      syncFolder(path.dirname(path.resolve(this.name)));
      Object.assign(this, { blocks, end });
    } catch (error) {
      closeSync(moved);
      rmSync(name, { force: true });
      throw error;
    }
    closeSync(file);
    return moved;
  }

  private find(file: number): void {
    const { size } = fstatSync(file);
    while (this.end + headBytes <= size) {
      const head = read(file, this.end, headBytes);
      const [length, sum] = [head.readUInt32LE(0), head.readUInt32LE(4)];
      const at = this.end + headBytes;
      // A power cut may leave zeros.
      if (length === 0 || at + length > size || crc32(read(file, at, length)) !== sum) break;
      this.blocks.push({ at, length });
      this.end = at + length;
    }
    this.bytes = this.end;
    ftruncateSync(file, this.end);
  }
}

function append(file: number, block: Buffer, at: number): void {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(block.length, 0);
  head.writeUInt32LE(crc32(block), 4);
  try {
    writeAll(file, Buffer.concat([head, block]), at);
    fsyncSync(file);
  } catch (error) {
    ftruncateSync(file, at);
    throw error;
  }
}

/** Reads from a file, up to the requested length or the end of the file. */
function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) < length) throw new Error('The file COLLECT_SPOOL is shorter than before.');
  return bytes;
}

/** Syncs the names in a folder to disk. Windows does not support this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  fsyncSync(file);
  closeSync(file);
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, undefined, at + done);
}

const lockName = (name: string) => `${name}.pid`;

/** Two processes would overwrite each other's data. After a power cut, the stored number may belong to another program. */
function lock(name: string): void {
  const file = lockName(name);
  const holder = existsSync(file) && isSinceBoot(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder !== process.pid && isRunning(holder)) {
    throw new ConfigError(
      `COLLECT_SPOOL is ${JSON.stringify(name)}, which process ${holder} uses. Use a separate file for each collector.`,
    );
  }
  writeFileSync(file, String(process.pid), { mode: 0o600 });
}

/** Tolerance for a clock that was set in the meantime. */
const clockMs = 5_000;

function isSinceBoot(file: string): boolean {
  return statSync(file).mtimeMs >= Date.now() - os.uptime() * 1_000 - clockMs;
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
