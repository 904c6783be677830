// Generates client/src/generated from the OpenAPI document, if it is missing or older than the product or the packages.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const generated = path.join(root, 'client/src/generated/operations.ts');

/** Generates the functions and types of the client if needed. */
export async function generateClient() {
  if (isFresh()) return;
  const [{ generateSource }, { openApiDocument }] = await Promise.all([import('oazapfts'), import('./openapi.mjs')]);
  const startedAt = new Date();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'client-'));
  try {
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await openApiDocument()));
    const source = await generateSource(file, { argumentStyle: 'object', futureStripLegacyMethods: true });
    mkdirSync(path.dirname(generated), { recursive: true });
    const unfinished = `${generated}.${process.pid}`;
    // oazapfts renames a parameter `from` to `$from`. It also declares pictures as Blob, although its runtime reads them as text,
    // because errors of the same operation are JSON.
    writeFileSync(unfinished, source.replaceAll(/\$from\b/g, 'from').replaceAll('data: Blob;', 'data: string;'));
    // Files edited during the generation must be newer than the result.
    utimesSync(unfinished, startedAt, startedAt);
    renameSync(unfinished, generated);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isFresh() {
  if (!existsSync(generated)) return false;
  const madeAt = statSync(generated).mtimeMs;
  const sources = readdirSync(path.join(root, 'src'), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('generated'))
    .map((file) => path.join('src', file));
  const files = [...sources, 'package-lock.json', 'scripts/generate-client.mjs'];
  return files.every((file) => statSync(path.join(root, file)).mtimeMs <= madeAt);
}

if (process.argv[1] === import.meta.filename) await generateClient();
