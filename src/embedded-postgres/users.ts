import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeSelf, isAlive } from '../../scripts/processes.mjs';

/** Who uses a server: one file each, so that the last one to leave can stop it. */
export class Users {
  constructor(private readonly folder: string) {}

  /** Adds the calling process. The answer takes it out again. */
  enter(): () => void {
    const file = path.join(this.folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
    writeFileSync(file, describeSelf());
    return () => rmSync(file, { force: true });
  }

  /** How many are there; those who were killed do not count. */
  count(): number {
    const files = readdirSync(this.folder).map((name) => path.join(this.folder, name));
    return files.filter((file) => {
      if (isAlive(readFileSync(file, 'utf8'))) return true;
      rmSync(file, { force: true });
      return false;
    }).length;
  }
}
