import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';
import { colourVariables, initialRules } from '../../charts/chart-colours.js';
import { chartRules, chartShape } from '../../charts/chart-styles.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { StoredResponse } from '../../response-cache/stored-response.js';

const script = (name: string) => readText(`../../generated/browser/${name}`);
const swaggerUi = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');

/** The text of each file. The last four belong to the documentation of the API. */
const assets = {
  'pages.css': styleSheet,
  'page.js': script,
  'times.js': script,
  'charts.js': script,
  'live.js': script,
  'docs.css': () => readText('../browser/docs.css'),
  'docs.js': script,
  'swagger-ui.css': swaggerUi,
  'swagger-ui-bundle.js': swaggerUi,
} as const;

/** All style files in the order of their names, then the colors, and the styles of the graphs with these colors. */
function styleSheet(): string {
  const files = readdirSync(new URL('../browser/styles/', import.meta.url)).sort();
  return [
    ...files.map((name) => readText(`../browser/styles/${name}`)),
    colourVariables,
    initialRules,
    chartShape,
    chartRules((name) => `var(--${name})`),
  ].join('');
}

function readText(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

export type AssetName = keyof typeof assets;

/** The style sheet and the scripts of the pages. Each name contains a hash of the content, so a file never changes. */
@Injectable()
export class AssetFiles {
  private readonly paths = new Map<string, string>();
  private readonly files = new Map<string, StoredResponse>();

  constructor() {
    for (const [name, load] of Object.entries(assets)) {
      const bytes = Buffer.from(load(name));
      const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
      const hashed = name.replace('.', `.${hash('sha256', bytes, 'hex').slice(0, 16)}.`);
      this.paths.set(name, `/assets/${hashed}`);
      this.files.set(hashed, new StoredResponse(new WithHeaders(bytes, { 'Content-Type': type }), 0));
    }
  }

  /** Returns the path of a file with its hash. */
  pathOf(name: AssetName): string {
    return this.paths.get(name) ?? '';
  }

  /** Returns the file with a hashed name; undefined if it does not exist. */
  find(hashed: string): StoredResponse | undefined {
    return this.files.get(hashed);
  }
}
