// Runs the command line, on the embedded database unless DATABASE_URL names another.
import './node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { runNode } from './run-node.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';
import { exitWith, loadEnvironment, withDatabase } from './with-database.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.length === 0 || args.some((arg) => ['help', '--help', '-h', '--version', '-V'].includes(arg));

/** The exit codes that each command has, too. */
const exitCodes = { badUsage: 2, databaseFailed: 3 };

await exitWith(async () => {
  await buildIfNeeded();
  await loadEnvironment();
  const isCollector = args[0] === 'collect';
  if (isCollector) Object.assign(process.env, { ...serverEnvironment, ...process.env });
  const commands = path.resolve(import.meta.dirname, '../dist/commands/main.js');
  const run = () => runNode([...(isCollector ? serverFlags : []), commands, ...args]);
  return asksForHelp ? run() : withDatabase(run);
}, exitCodes);
