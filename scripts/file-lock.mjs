import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSelf, isAlive } from './processes.mjs';

const unwrittenGraceMs = 5_000;

/**
 * Runs `action` while no other process holds `file`. Takes over the lock of a killed process; `isTakenOver` is then true,
 * because that process may have left partial work.
 */
export async function withLock(file, limitMs, action) {
  const deadline = Date.now() + limitMs;
  let isTakenOver = false;
  while (!take(file)) {
    // Two processes may take over a lock at the same instant. For a database, one start then fails, but no data is lost:
    // PostgreSQL itself refuses a second server on a folder.
    if (isAbandoned(file)) {
      rmSync(file, { force: true });
      isTakenOver = true;
    } else {
      if (Date.now() > deadline) throw new Error(`Another process has held ${file} for ${limitMs / 1000} seconds.`);
      await sleep(30);
    }
  }
  try {
    return await action(isTakenOver);
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, describeSelf(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file) {
  try {
    const holder = readFileSync(file, 'utf8');
    if (holder) return !isAlive(holder);
    return Date.now() - statSync(file).mtimeMs > unwrittenGraceMs;
  } catch {
    return false;
  }
}
