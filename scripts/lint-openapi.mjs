// Generates the OpenAPI document and checks it against the rules of redocly.yaml. Prints only problems.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { openApiDocument } from './openapi.mjs';
import { captureNode } from './run-node.mjs';

const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const redocly = path.join(path.dirname(manifest), 'bin/cli.js');
const rules = path.resolve(import.meta.dirname, '../redocly.yaml');
// Disables telemetry and the check for newer versions.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });

const folder = mkdtempSync(path.join(os.tmpdir(), 'openapi-'));
try {
  const document = path.join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(await openApiDocument(), null, 2));
  const { code, output } = await captureNode([redocly, 'lint', document, '--config', rules]);
  if (code !== 0) console.error(output);
  process.exitCode = code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
