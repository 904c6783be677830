// Generates Prisma's client and the scripts for browsers into src/generated. Without the path of a schema engine, Prisma's CLI
// would download one, although `generate` never runs it. Any executable is sufficient.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleScripts } from './browser-scripts.mjs';

const root = path.resolve(import.meta.dirname, '..');
const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
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
await bundleScripts();
