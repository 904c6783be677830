// Builds servers/nest: Prisma's client from this project's schema with the generator's defaults, and then the application.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const nest = path.join(import.meta.dirname, 'servers/nest');
const schema = path.join(root, 'prisma/schema.prisma');
const ownSchema = path.join(nest, 'src/generated/schema.prisma');

export function buildNest() {
  console.log('Building the Nest peer ...');
  mkdirSync(path.dirname(ownSchema), { recursive: true });
  const generator = 'generator client {\n  provider = "prisma-client"\n  output   = "./prisma"\n}';
  writeFileSync(ownSchema, readFileSync(schema, 'utf8').replace(/^generator client \{[^}]*\}/m, generator));
  const tools = createRequire(path.join(root, 'package.json'));
  const prisma = path.join(path.dirname(tools.resolve('prisma/package.json')), 'build/index.js');
  run([prisma, 'generate', '--schema', ownSchema]);
  run([tools.resolve('typescript/bin/tsc'), '--project', nest]);
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    // Without the path of an executable, Prisma's CLI would download its schema engine, which `prisma generate` does not run.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  if (status !== 0) throw new Error(`Building the Nest peer failed.\n${stdout}\n${stderr}`);
}
