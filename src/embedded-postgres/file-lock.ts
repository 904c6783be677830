import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSelf, isAlive } from './processes.js';

const unwrittenGraceMs = 5_000;

/** Runs `action` while no other process holds `file`. A lock whose process was killed is taken over. */
export async function withLock<T>(file: string, limitMs: number, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + limitMs;
  while (!take(file)) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for ${limitMs / 1000} seconds.`);
    await sleep(30);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, describeSelf(), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Two processes may break one lock in the same instant and both go on; PostgreSQL itself then refuses the second
  // server on a folder, so that this costs a failed start and never data.
  if (isAbandoned(file)) rmSync(file, { force: true });
  return false;
}

function isAbandoned(file: string): boolean {
  try {
    const holder = readFileSync(file, 'utf8');
    if (holder) return !isAlive(holder);
    return Date.now() - statSync(file).mtimeMs > unwrittenGraceMs;
  } catch {
    return false;
  }
}
