import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSelf, isAlive } from './processes.mjs';

const unwrittenGraceMs = 5_000;

/**
 * Runs `action` while no other process holds `file`. A lock whose process was killed is taken over; the action is told,
 * since that process may have left its work half done.
 */
export async function withLock(file, limitMs, action) {
  const deadline = Date.now() + limitMs;
  let isTakenOver = false;
  while (!take(file)) {
    // Two processes may break one lock in the same instant and both go on. For a database this costs a failed start and
    // never data, since PostgreSQL itself refuses a second server on a folder.
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
