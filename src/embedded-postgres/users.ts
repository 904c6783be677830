import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeSelf, isAlive } from '../../scripts/processes.mjs';

/* The processes that use a server, with one file each in a folder. The last process to leave can stop the server. */

/** Adds the current process. Returns a function that removes it. */
export function enter(folder: string): () => void {
  const file = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(file, describeSelf());
  return () => rmSync(file, { force: true });
}

/** Counts the processes and deletes the files of killed ones. */
export function countUsers(folder: string): number {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.filter((file) => {
    if (isAlive(readFileSync(file, 'utf8'))) return true;
    rmSync(file, { force: true });
    return false;
  }).length;
}
