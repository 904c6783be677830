// Builds servers/nest: Prisma's client from our schema, with the generator's own defaults, and then the application.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const nest = path.join(import.meta.dirname, 'servers/nest');
const built = path.join(nest, 'dist/main.js');
const schema = path.join(root, 'prisma/schema.prisma');
const ownSchema = path.join(nest, 'src/generated/schema.prisma');

/** Builds it when it is missing or older than its sources. */
export function buildNest() {
  if (!isBuilt()) build();
}

function build() {
  console.log('Building the Nest peer ...');
  mkdirSync(path.dirname(ownSchema), { recursive: true });
  const generator = 'generator client {\n  provider = "prisma-client"\n  output   = "./prisma"\n}';
  writeFileSync(ownSchema, readFileSync(schema, 'utf8').replace(/^generator client \{[^}]*\}/m, generator));
  const tools = createRequire(path.join(root, 'package.json'));
  const prisma = path.join(path.dirname(tools.resolve('prisma/package.json')), 'build/index.js');
  run([prisma, 'generate', '--schema', ownSchema]);
  run([tools.resolve('typescript/bin/tsc'), '--project', nest]);
}

function isBuilt() {
  if (!existsSync(built)) return false;
  const sources = readdirSync(path.join(nest, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
    .map((name) => path.join(nest, 'src', name));
  return [schema, ...sources].every((file) => statSync(file).mtimeMs < statSync(built).mtimeMs);
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    // Without this name of an executable, Prisma's CLI would download its schema engine. `prisma generate` does not run it.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  if (status !== 0) throw new Error(`The Nest peer could not be built.\n${stdout}\n${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
