import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { chartRules, chartShape } from '../../charts/chart-styles.js';
import { WithHeaders } from '../../http/with-headers.js';
import { StoredAnswer } from '../../response-cache/stored-answer.js';

const types = {
  'pages.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'times.js': 'text/javascript; charset=utf-8',
  'charts.js': 'text/javascript; charset=utf-8',
} as const;

/** The styles of the graphs, with the theme-dependent colors of the pages. */
const chartStyles =
  chartShape +
  chartRules({
    ...{
      background: 'var(--card)',
      text: 'var(--text)',
      muted: 'var(--muted)',
      grid: 'var(--grid)',
      axis: 'var(--axis)',
    },
    series: [1, 2, 3, 4, 5, 6].map((place) => `var(--series-${place})`),
    others: 'var(--others)',
  });

export type AssetName = keyof typeof types;

/** The style sheet and the scripts of the pages. Each name contains a hash of the content, so a file never changes. */
@Injectable()
export class AssetFiles {
  private readonly paths = new Map<string, string>();
  private readonly files = new Map<string, StoredAnswer>();

  constructor() {
    for (const [name, type] of Object.entries(types)) {
      const text = readFileSync(new URL(`../browser/${name}`, import.meta.url), 'utf8');
      const bytes = Buffer.from(name === 'pages.css' ? `${text}${chartStyles}` : text);
      const hashed = name.replace('.', `.${hash('sha256', bytes, 'hex').slice(0, 16)}.`);
      this.paths.set(name, `/assets/${hashed}`);
      this.files.set(hashed, new StoredAnswer(new WithHeaders(bytes, { 'Content-Type': type }), 0));
    }
  }

  /** Returns the path of a file with its hash. */
  pathOf(name: AssetName): string {
    return this.paths.get(name) ?? '';
  }

  /** Returns the file with a hashed name; undefined if it does not exist. */
  find(hashed: string): StoredAnswer | undefined {
    return this.files.get(hashed);
  }
}
