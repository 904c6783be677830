// Runs the command line, on the embedded database unless DATABASE_URL names another.
import './node-version.mjs';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { runNode } from './run-node.mjs';
import { exitWith, loadEnvironment, withDatabase } from './with-database.mjs';

const args = process.argv.slice(2);
const asksForHelp = args.length === 0 || args.some((arg) => ['help', '--help', '-h', '--version', '-V'].includes(arg));

/** What each command ends with, too, when the database fails. */
const databaseFailed = 3;

await exitWith(async () => {
  loadEnvironment();
  await buildIfNeeded();
  const run = () => runNode([path.resolve(import.meta.dirname, '../dist/commands/main.js'), ...args]);
  return asksForHelp ? run() : withDatabase(run);
}, databaseFailed);
