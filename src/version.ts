import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);

/** The version of the service, from package.json. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** The version of the specification that the API implements, for the OpenAPI document. Additions keep it (docs/api.md). */
export const specificationVersion = '1.0.0';
