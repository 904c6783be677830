// Generates Prisma's client, if it is missing or older than its sources, and the scripts for browsers into src/generated.
// Without the path of a schema engine, Prisma's CLI would download one, although `generate` never runs it. Any executable is
// sufficient.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleScripts } from './browser-scripts.mjs';

const root = path.resolve(import.meta.dirname, '..');
const client = path.join(root, 'src/generated/prisma/client.ts');
// Written last, because a stopped run leaves a part of the client.
const complete = path.join(root, 'src/generated/prisma-is-complete');

if (!isFresh()) generateClient();
await bundleScripts();

function generateClient() {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
  const startedAt = new Date();
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [cli, 'generate', '--schema', 'prisma/schema.prisma'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  if (status !== 0) {
    console.error(stdout, stderr, error ?? '');
    process.exit(status ?? 1);
  }
  writeFileSync(complete, '');
  // A schema that was edited meanwhile must be newer.
  utimesSync(complete, startedAt, startedAt);
}

function isFresh() {
  if (!existsSync(client) || !existsSync(complete)) return false;
  const generatedAt = statSync(complete).mtimeMs;
  const sources = ['prisma/schema.prisma', 'package-lock.json', 'scripts/generate.mjs'];
  return sources.every((name) => statSync(path.join(root, name)).mtimeMs <= generatedAt);
}
