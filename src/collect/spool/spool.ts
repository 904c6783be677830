import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../config/environment.js';
import { errorMessage } from '../../logging/error-message.js';

/** Another process uses the folder. */
export class SpoolInUseError extends ConfigError {
  constructor(
    message: string,
    /** Whether the collector of a service uses it. */
    readonly isService: boolean,
  ) {
    super(message);
  }
}

/** A block: a file of the folder, or the block itself if it cannot be written. */
type WaitingBlock = { readonly file: string; readonly length: number } | Buffer;

/** The file of a block is missing or cannot be read, which does not pass by itself, unlike a lack of file descriptors. */
export class UnreadableBlockError extends Error {}

const lasting = ['ENOENT', 'EISDIR', 'EIO', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'];

/**
 * A queue of blocks of bytes in a folder, which outlives the process. An added block is on the disk, or in memory if writing
 * fails. A block stays until it is removed.
 */
export class Spool {
  private readonly blocks: WaitingBlock[] = [];
  private last = 0;

  /**
   * Opens or creates the folder. Without a folder, all blocks wait in memory. `onError` receives the reason why a block
   * could not be written. `isService` is for the collector of a service.
   */
  constructor(
    private readonly maxBytes: number,
    private readonly folder?: string,
    private readonly onError: (error: unknown) => void = () => {},
    isService = false,
  ) {
    if (folder === undefined) return;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock(folder, isService);
    this.find(folder);
  }

  get size(): number {
    return this.blocks.length;
  }

  get bytes(): number {
    return this.blocks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Returns false, and adds nothing, if the spool is full. */
  add(block: Buffer): boolean {
    if (this.bytes + block.length > this.maxBytes) return false;
    this.blocks.push(this.write(block) ?? block);
    return true;
  }

  /** Throws an {@link UnreadableBlockError}. */
  first(): Buffer | undefined {
    const [block] = this.blocks;
    if (block === undefined || Buffer.isBuffer(block)) return block;
    try {
      return fs.readFileSync(block.file);
    } catch (error) {
      if (!lasting.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new UnreadableBlockError(`Cannot read ${block.file}: ${errorMessage(error)}`, { cause: error });
    }
  }

  removeFirst(): void {
    const block = this.blocks.shift();
    if (!block || Buffer.isBuffer(block)) return;
    try {
      fs.rmSync(block.file, { force: true });
    } catch {
      // The folder is read-only: then the next start finds it again. Storing a block twice changes nothing.
    }
  }

  /** Renames the file of the first block, so that it does not block the others. Returns the new name, if there is a file. */
  setFirstAside(): string | undefined {
    const block = this.blocks.shift();
    if (!block || Buffer.isBuffer(block)) return undefined;
    const aside = `${block.file}${unreadableEnding}`;
    try {
      fs.renameSync(block.file, aside);
      return aside;
    } catch {
      // It is missing, or the folder is read-only: then the next start finds it again.
      return undefined;
    }
  }

  close(): void {
    if (this.folder !== undefined) fs.rmSync(lockName(this.folder), { force: true });
  }

  /** Undefined if writing fails, as on a full disk. A block gets its name when it is complete. */
  private write(block: Buffer): WaitingBlock | undefined {
    if (this.folder === undefined) return undefined;
    this.last += 1;
    const file = path.join(this.folder, String(this.last).padStart(12, '0'));
    const partial = `${file}${partialEnding}`;
    try {
      fs.writeFileSync(partial, block, { mode: 0o600, flush: true });
      fs.renameSync(partial, file);
      syncFolder(this.folder);
    } catch (error) {
      for (const name of [partial, file]) fs.rmSync(name, { force: true });
      this.onError(error);
      return undefined;
    }
    return { file, length: block.length };
  }

  /** Finds the blocks of an earlier process, and removes the one that it was writing when it was killed. */
  private find(folder: string): void {
    const names = fs.readdirSync(folder).sort();
    for (const name of names.filter((one) => one.endsWith(partialEnding))) fs.rmSync(path.join(folder, name));
    for (const name of names) {
      const [, number, ending] = /^(\d{12})(\.unreadable)?$/.exec(name) ?? [];
      if (number === undefined) continue;
      // A new block must not get the name of one that was set aside.
      this.last = Number(number);
      const file = path.join(folder, name);
      if (ending === undefined) this.blocks.push({ file, length: fs.statSync(file).size });
    }
  }
}

const partialEnding = '.partial';
const unreadableEnding = '.unreadable';

/** Syncs the names in a folder to disk. Windows does not support this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = fs.openSync(folder, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}

const lockName = (folder: string) => path.join(folder, 'pid');

/** Two processes would store the same blocks, and overwrite each other's. After a power cut, the stored number may belong to another program. */
function lock(folder: string, isService: boolean): void {
  const file = lockName(folder);
  const [pid, ofService] = fs.existsSync(file) && isSinceBoot(file) ? fs.readFileSync(file, 'utf8').split(' ') : [];
  const holder = Number(pid);
  if (holder !== process.pid && isRunning(holder)) {
    throw new SpoolInUseError(
      `COLLECT_SPOOL is ${JSON.stringify(folder)}, which process ${holder} uses. Use a separate folder for each collector.`,
      ofService !== undefined,
    );
  }
  fs.writeFileSync(file, `${process.pid}${isService ? ' service' : ''}`, { mode: 0o600 });
}

/** Tolerance for a clock that was set in the meantime. */
const clockMs = 5_000;

function isSinceBoot(file: string): boolean {
  return fs.statSync(file).mtimeMs >= Date.now() - os.uptime() * 1_000 - clockMs;
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
