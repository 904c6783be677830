// Starts the service with DATABASE_URL, or else with the embedded database. With --watch, restarts the service after changes.
import './node-version.mjs';
import { createServer } from 'node:net';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { readCommandLine } from './command-line.mjs';
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
  Object.assign(process.env, { ...serverEnvironment, ...process.env });
  await requireFreePort();
  const { loadConfig } = await import('../dist/config/environment.js');
  loadConfig();
  return withDatabase(async () => {
    const code = await runNode([path.join(root, 'dist/commands/main.js'), 'prepare']);
    if (code !== 0) return code;
    const nest = path.join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    return runNode(
      watch ? [nest, 'start', '--watch', '--no-shell'] : [...serverFlags, path.join(root, 'dist/main.js')],
    );
  });
});

/** Reports a used port before slow steps. Invalid values are rejected later, together with other settings. */
async function requireFreePort() {
  const { PORT: port = '3000', HOST: host } = process.env;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return;
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(explain(error, port))));
    probe.listen({ port: Number(port), host: host || undefined }, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function explain(error, port) {
  const another = `Stop the program that uses it, or set another port: PORT=${Number(port) + 1} npm start`;
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. ${another}`;
  if (error.code === 'EACCES') return `This user cannot listen on port ${port}. Set PORT to a port above 1023.`;
  return `The service cannot listen on HOST=${process.env.HOST ?? ''} PORT=${port}: ${error.message}`;
}
