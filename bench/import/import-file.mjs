import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Imports a file in a process of its own; answers the seconds from BEGIN to COMMIT and the most memory it took. */
export async function importFile(url, kind, file) {
  const script = path.join(import.meta.dirname, 'importing-process.mjs');
  const output = execFileSync(process.execPath, [script, kind, file], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}
