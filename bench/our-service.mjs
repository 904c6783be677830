import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of this build of the service. */
export const root = path.resolve(import.meta.dirname, '..');

const server = 'dist/main.js';
// The second is where it was in earlier versions.
const commandLines = ['dist/commands/main.js', 'dist/cli/main.js'];

/**
 * The command that starts the build of the service in a folder: the one of `npm run start:prod` there, since the options for
 * V8 may differ from build to build.
 */
export function serverCommand(folder) {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const [program, ...args] = scripts['start:prod'].split(' ');
  if (program !== 'node' || args.at(-1) !== server) {
    throw new Error(`start:prod in ${folder}/package.json should be "node [options] ${server}".`);
  }
  return { file: process.execPath, args: [...args.slice(0, -1), path.join(folder, server)], cwd: folder };
}

/** The command line of the build in a folder. */
export function commandLineOf(folder) {
  const found = commandLines.map((name) => path.join(folder, name)).find(existsSync);
  if (found === undefined) throw new Error(`There is no build of the service in ${folder}.`);
  return found;
}
