// Builds the client from the OpenAPI document and packs it into a folder, by default client.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readCommandLine } from './command-line.mjs';
import { generateClient } from './generate-client.mjs';

const client = path.resolve(import.meta.dirname, '../client');
const help = `Builds the client from the OpenAPI document, and packs it into a folder.

  npm run client -- [folder]

The folder is "client" by default.`;
const folder = readCommandLine(help, {}, (_values, [name, ...others]) => {
  if (others.length > 0) throw new Error('Specify only one folder.');
  return path.resolve(name ?? client);
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

await generateClient();
rmSync(path.join(client, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '--project', client], { stdio: 'inherit' });
const args = ['pack', '--silent', '--pack-destination', folder];
const file = execFileSync('npm', args, { cwd: client, encoding: 'utf8', shell: process.platform === 'win32' });
console.log(path.join(folder, file.trim()));
