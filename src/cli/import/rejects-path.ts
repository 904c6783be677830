import { existsSync } from 'node:fs';
import path from 'node:path';
import { rejectsEnding } from './sources/rejects.js';

/** A file of the current folder for what is rejected, named after what is imported, that is not there yet. */
export function freeRejectsPath(firstPath: string, kindName?: string): string {
  const stem = firstPath === '-' ? (kindName ?? '') : (path.basename(path.resolve(firstPath)).split('.', 1)[0] ?? '');
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${rejectsEnding}`;
    if (!existsSync(name)) return name;
  }
}
