import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Generates what the tests import, if needed, so that tests run in a fresh checkout. */
export default function generate(): void {
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: root, stdio: 'inherit' });
}
