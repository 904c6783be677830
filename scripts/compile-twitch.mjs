// Compiles the simulated Twitch of demonstrations: node scripts/compile-twitch.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { captureNode } from './run-node.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Returns the path of the script, whose first argument is the port. Its first output line contains variables for the collector. */
export async function compileTwitch(folder) {
  const options = ['--ignoreConfig', '--target', 'ES2023', '--module', 'nodenext', '--skipLibCheck', '--types', 'node'];
  const { code, output } = await captureNode([
    path.join(root, 'node_modules/typescript/bin/tsc'),
    path.join(root, 'demo/twitch/demo.ts'),
    ...['--outDir', folder, '--rootDir', root, '--typeRoots', path.join(root, 'node_modules/@types'), ...options],
  ]);
  if (code !== 0) throw new Error(output);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}\n');
  return path.join(folder, 'demo/twitch/demo.js');
}

if (process.argv[1] === import.meta.filename) await compileTwitch(path.resolve(process.argv[2] ?? ''));
