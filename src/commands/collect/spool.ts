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

/** The length of a block and its checksum stand before it. */
const headBytes = 8;

/**
 * A queue of blocks of bytes in a file, which outlives the process. A block that was added is on the disk. A block stays until it is
 * removed; if the process ends before the queue is empty, the next one may see blocks again that were removed already.
 */
export class Spool {
  private blocks: { at: number; length: number }[] = [];
  private end = 0;

  private constructor(
    private file: number,
    private readonly name: string,
    private readonly mostBytes: number,
  ) {}

  /** Opens or makes the file. What a killed process left behind half-written is cut off. */
  static open(name: string, mostBytes: number): Spool {
    mkdirSync(path.dirname(path.resolve(name)), { recursive: true });
    lock(name);
    const spool = new Spool(openSync(name, existsSync(name) ? 'r+' : 'w+', 0o600), name, mostBytes);
    spool.find();
    return spool;
  }

  get size(): number {
    return this.blocks.length;
  }

  /** Of the blocks, and not of those that were removed before. */
  get bytes(): number {
    return this.end - this.start;
  }

  /** Answers false, and adds nothing, if there is no room. Throws if the disk is full. */
  add(block: Buffer): boolean {
    if (this.bytes + headBytes + block.length > this.mostBytes) return false;
    if (this.end + headBytes + block.length > this.mostBytes) this.moveToStart();
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(block.length, 0);
    head.writeUInt32LE(crc32(block), 4);
    try {
      writeAll(this.file, Buffer.concat([head, block]), this.end);
      fsyncSync(this.file);
    } catch (error) {
      ftruncateSync(this.file, this.end);
      throw error;
    }
    this.blocks.push({ at: this.end + headBytes, length: block.length });
    this.end += headBytes + block.length;
    return true;
  }

  /** The oldest block. */
  first(): Buffer | undefined {
    const [block] = this.blocks;
    return block && this.read(block.at, block.length);
  }

  /** Removes the oldest block. The file is emptied with the last one. */
  removeFirst(): void {
    this.blocks.shift();
    if (this.blocks.length > 0) return;
    ftruncateSync(this.file, 0);
    this.end = 0;
  }

  close(): void {
    closeSync(this.file);
    rmSync(lockName(this.name), { force: true });
  }

  private get start(): number {
    return (this.blocks[0]?.at ?? this.end + headBytes) - headBytes;
  }

  /** Copies the blocks to a new file, so that what was removed takes no room. */
  private moveToStart(): void {
    const next = `${this.name}.new`;
    const file = openSync(next, 'w+', 0o600);
    const { start } = this;
    try {
      for (const { at, length } of this.blocks) {
        writeAll(file, this.read(at - headBytes, headBytes + length), at - headBytes - start);
      }
      fsyncSync(file);
      renameSync(next, this.name);
      syncFolder(path.dirname(path.resolve(this.name)));
    } catch (error) {
      closeSync(file);
      rmSync(next, { force: true });
      throw error;
    }
    closeSync(this.file);
    this.file = file;
    this.blocks = this.blocks.map(({ at, length }) => ({ at: at - start, length }));
    this.end -= start;
  }

  private find(): void {
    const { size } = fstatSync(this.file);
    while (this.end + headBytes <= size) {
      const head = this.read(this.end, headBytes);
      const [length, sum] = [head.readUInt32LE(0), head.readUInt32LE(4)];
      // A power cut may leave zeros.
      if (length === 0 || this.end + headBytes + length > size) break;
      if (crc32(this.read(this.end + headBytes, length)) !== sum) break;
      this.blocks.push({ at: this.end + headBytes, length });
      this.end += headBytes + length;
    }
    ftruncateSync(this.file, this.end);
  }

  private read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.file, bytes, done, length - done, at + done);
      if (read === 0) throw new Error(`${this.name} is shorter than it was.`);
      done += read;
    }
    return bytes;
  }
}

/** Has the disk know the names in a folder. Windows has no such thing. */
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

/** Two processes would write over each other. After a power cut the number that is left may be that of another program. */
function lock(name: string): void {
  const file = lockName(name);
  const holder = existsSync(file) && isSinceBoot(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder !== process.pid && isRunning(holder)) {
    throw new ConfigError(
      `COLLECT_SPOOL is ${JSON.stringify(name)}, which process ${holder} uses. Give each collector a file of its own.`,
    );
  }
  writeFileSync(file, String(process.pid), { mode: 0o600 });
}

/** The clock may have been set by so much since. */
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
