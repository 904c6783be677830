// Builds dist if it is missing or older than its sources.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './file-lock.mjs';
import { captureNode, isInterrupted } from './run-node.mjs';

const root = path.resolve(import.meta.dirname, '..');
const built = path.join(root, 'dist/main.js');
const lock = path.join(root, 'node_modules/.cache/streaming-analytics-api-build.lock');
const lockLimitMs = 300_000;

/** Builds if needed. If several processes call it, one builds and the others wait. */
export async function buildIfNeeded() {
  if (isFresh() && !existsSync(lock)) return;
  mkdirSync(path.dirname(lock), { recursive: true });
  await withLock(lock, lockLimitMs, async (isTakenOver) => {
    // A killed process may have left a partial build.
    if (isTakenOver || !isFresh()) await build();
  });
}

async function build() {
  const nest = path.join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  if (!existsSync(nest)) throw new Error('The dependencies are not installed. Run "npm ci" first.');
  console.error('Building ...');
  const startedAt = new Date();
  for (const args of [[path.join(root, 'scripts/generate.mjs')], [nest, 'build']]) {
    const { code, output } = await captureNode(args);
    if (code === 0) continue;
    // tsc writes files despite errors.
    rmSync(built, { force: true });
    throw new Error(isInterrupted() ? 'The build was interrupted.' : `The build failed.\n${output}`);
  }
  // Files edited during the build must be newer than the result.
  utimesSync(built, startedAt, startedAt);
}

function isFresh() {
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  return sourceFiles().every((file) => statSync(file).mtimeMs <= builtAt);
}

/** Returns [] in a deployment, which contains only the build. */
function sourceFiles() {
  if (!existsSync(path.join(root, 'src'))) return [];
  const settings = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];
  const sources = ['src', 'prisma'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const generated = path.join(root, 'src/generated');
  return [...settings.map((name) => path.join(root, name)), ...sources].filter(
    (file) => !file.startsWith(generated) && !file.endsWith('.spec.ts'),
  );
}

if (process.argv[1] === import.meta.filename) await buildIfNeeded();
