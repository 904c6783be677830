// Runs the command line with DATABASE_URL, or else with the embedded database.
import './node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { runNode } from './run-node.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';
import { exitWith, loadEnvironment, withDatabase } from './with-database.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.length === 0 || args[0] === 'help' || args.some((arg) => ['--help', '-h'].includes(arg));

/** Exit codes as in the commands. */
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
