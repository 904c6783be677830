// Starts the service with DATABASE_URL, or else with the embedded database. With --watch, restarts the service after changes.
import './node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { readCommandLine } from './command-line.mjs';
import { requireFreePort } from './free-port.mjs';
import { runNode } from './run-node.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';
import { exitWith, loadEnvironment, withDatabase } from './with-database.mjs';

const root = path.resolve(import.meta.dirname, '..');
const help = `Starts the service. Without DATABASE_URL, it also starts an embedded PostgreSQL.

  npm start

  --watch  restart the service when its source changes (npm run start:dev)

Environment variables and the file .env of the current folder configure the service. .env.example lists them.`;
const { watch } = readCommandLine(help, { watch: { type: 'boolean', default: false } });

await exitWith(async () => {
  await buildIfNeeded();
  await loadEnvironment();
  // For the server. Existing variables take precedence.
  Object.assign(process.env, { ...serverEnvironment, COLLECT: 'on', ...process.env });
  if (!process.env.HOST) {
    process.env.HOST = '127.0.0.1';
    console.error('Only this machine can open the service. To open it to your network, set HOST=0.0.0.0.');
  }
  await requireFreePort('npm start');
  const { loadConfig } = await import('../dist/config/environment.js');
  loadConfig();
  return withDatabase(async () => {
    const code = await runNode([path.join(root, 'dist/commands/main.js'), 'prepare']);
    if (code !== 0) return code;
    if (watch) await (await import('./browser-scripts.mjs')).watchScripts();
    const nest = path.join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    return runNode(
      watch ? [nest, 'start', '--watch', '--no-shell'] : [...serverFlags, path.join(root, 'dist/main.js')],
    );
  });
});
