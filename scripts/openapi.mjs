// Generates the OpenAPI document of the service without a database, a port or a build. As a program, prints the document.
import { createRequire } from 'node:module';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from './command-line.mjs';
import { swcOptions } from './swc-options.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** A folder per process, so that several processes can run at once. Packages resolve from there as from the root. */
const compiled = path.join(root, `node_modules/.cache/streaming-analytics-api-openapi-${process.pid}`);
const load = (file) => createRequire(import.meta.url)(path.join(compiled, 'src', file));

/** The OpenAPI document of a service with default settings. */
export async function openApiDocument() {
  try {
    await compile();
    const { AppModule } = load('app.module.js');
    const { createOpenApiDocument } = load('server/openapi/openapi.js');
    const { NestFactory } = await import('@nestjs/core');
    // In preview mode, Nest reads the classes but creates no instances.
    const app = await NestFactory.create(AppModule, { preview: true, logger: false, abortOnError: false });
    return createOpenApiDocument(app, { apiTokens: [] });
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** Compiles the product file by file. Unlike a build, this takes a second, and does not check the types. */
async function compile() {
  const { transformSync } = await import('@swc/core');
  const sources = readdirSync(path.join(root, 'src'), { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file),
  );
  for (const file of sources) {
    const { code } = transformSync(readFileSync(path.join(root, 'src', file), 'utf8'), {
      ...swcOptions(file.endsWith('.tsx')),
      filename: file,
      swcrc: false,
    });
    const target = path.join(compiled, 'src', file.replace(/\.tsx?$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  mkdirSync(path.join(compiled, 'docs'));
  const data = ['openapi-examples.json', 'openapi-headers.json'].map((name) => `src/server/openapi/${name}`);
  for (const file of [...data, 'docs/api.md', 'docs/metrics.md', 'docs/webhooks.md']) {
    copyFileSync(path.join(root, file), path.join(compiled, file));
  }
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(path.join(compiled, 'package.json'), JSON.stringify({ ...manifest, type: 'commonjs' }));
}

if (process.argv[1] === import.meta.filename) {
  readCommandLine('Prints the OpenAPI document of the service.\n\n  npm run -s openapi\n\nIt has no options.');
  console.log(JSON.stringify(await openApiDocument(), null, 2));
}
