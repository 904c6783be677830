import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { Metrics, MetricSources } from '../../src/telemetry/metrics.js';
import { describeWhere } from '../support/describe-where.js';
import { codeBlocks } from '../support/programs/markdown.js';

interface Dashboard {
  annotations: { list: { expr: string }[] };
  panels: { targets: { expr: string }[] }[];
}

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
}

const readYaml = (file: string) => load(readFileSync(file, 'utf8'), { schema: YAML11_SCHEMA });

const dashboard = JSON.parse(readFileSync('docker/watch/grafana/analytics.json', 'utf8')) as Dashboard;
const rules = (readYaml('docker/watch/alerts.yml') as Rules).groups.flatMap((group) => group.rules);

const sources: MetricSources = {
  pool: () => ({ total: 1, idle: 0, waiting: 0, max: 1 }),
  cache: () => ({ entries: 0, bytes: 0, maxBytes: 1 }),
  isLimitShared: () => true,
  refresher: () => ({}),
  data: () => Promise.resolve({ newestAt: null, boardRefreshedAt: null }),
};

const collectorMetrics = readFileSync('src/collect/collect-server.ts', 'utf8').match(/collect_\w+/g) ?? [];

/** The states of systemd units. */
const ofNodeExporter = ['node_systemd_unit_state', 'node_systemd_timer_last_trigger_seconds'];

/** The names of all Prometheus series of the service and of collectors, and the series that Prometheus adds. */
async function seriesNames(): Promise<Set<string>> {
  const text = await new Metrics(sources, '1.2.3').print();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  const suffixes: Record<string, string[]> = {
    histogram: ['_bucket', '_sum', '_count'],
    summary: ['', '_sum', '_count'],
  };
  const names = types.flatMap(({ name, type }) => (suffixes[type] ?? ['']).map((suffix) => name + suffix));
  return new Set([...names, ...collectorMetrics, ...ofNodeExporter, 'up', 'ALERTS']);
}

const labels = [
  'job',
  'instance',
  'kind',
  'name',
  'route',
  'status',
  'result',
  'state',
  'target',
  'version',
  'le',
  'alertname',
  'alertstate',
  'platform',
];
const operators = ['and', 'or', 'unless', 'offset'];

/** The series of a PromQL expression, and the labels that it selects or groups by. */
function namesIn(expression: string): { series: string[]; labels: string[] } {
  const texts = expression.replace(/"[^"]*"/g, '').replace(/\[[^\]]*\]/g, '');
  const braces = /\{([^}]*)\}/g;
  const groups = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g;
  const used = [...texts.matchAll(braces), ...texts.matchAll(groups)].flatMap(
    ([, inner = '']) => inner.match(/\w+/g) ?? [],
  );
  const rest = texts.replace(braces, '').replace(groups, '');
  const words = [...rest.matchAll(/\b[a-zA-Z_]\w*\b(?!\s*\()/g)].map(([word]) => word);
  return { series: words.filter((word) => !operators.includes(word)), labels: used };
}

describe.each([
  ['the dashboard', [...dashboard.panels.flatMap((panel) => panel.targets), ...dashboard.annotations.list]],
  ['the alert rules', rules],
])('%s', (_, queries) => {
  const found = queries.map(({ expr }) => namesIn(expr));

  it('use existing metrics', async () => {
    const known = await seriesNames();
    const asked = found.flatMap(({ series }) => series);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('select by existing labels', () => {
    expect(found.flatMap((names) => names.labels).filter((label) => !labels.includes(label))).toEqual([]);
  });
});

it('every metric of the service is on the dashboard or in an alert', async () => {
  const text = await new Metrics(sources, '1.2.3').print();
  const own = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const all = JSON.stringify([dashboard, rules]);
  const unused = own.filter((name) => !/^(process|nodejs)_/.test(name) && !all.includes(name));
  // The metric for cache bytes is more useful.
  expect(unused).toEqual(['response_cache_entries']);
});

it('every metric of the service is in docs/operate.md, which names no other metrics', async () => {
  const text = await new Metrics(sources, '1.2.3').print();
  const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const page = readFileSync('docs/operate.md', 'utf8');
  const isDocumented = (name: string) => /^(process|nodejs)_/.test(name) || page.includes(`\`${name}\``);
  expect(names.filter((name) => !isDocumented(name))).toEqual([]);
  const used = page.matchAll(
    /\b(?:http|rate|response|database|data|leaderboard|nodejs|process|service)(?:_[a-z0-9]+)+/g,
  );
  const known = [...names, 'board_entries'];
  const unknown = [...used]
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !known.includes(name));
  expect(unknown).toEqual([]);
});

it('every alert describes the problem and links to its section of docs/operate.md, which has no other sections', () => {
  const sections = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^### (Analytics.*)$/gm)].map(
    ([, title]) => title,
  );
  expect(sections).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules) {
    expect(annotations).toEqual({
      summary: expect.stringMatching(/./),
      description: expect.stringMatching(/\.$/),
      runbook_url: `docs/operate.md#${alert.toLowerCase()}`,
    });
  }
});

it('only counters have names of counters', async () => {
  const text = await new Metrics(sources, '1.2.3').print();
  const misnamed = [...text.matchAll(/^# TYPE (\w+_total) (\w+)$/gm)].filter(([, , type]) => type !== 'counter');
  expect(misnamed.map(([, name]) => name)).toEqual([]);
});

const isInstalled = spawnSync('promtool', ['--version']).status === 0;

describeWhere(isInstalled, 'promtool', 'which is not installed here', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });

  it.each(['prometheus.yml', 'prometheus-scale.yml'])('accepts %s with its alert rules', (file) => {
    expect(promtool('check', 'config', `docker/watch/${file}`)).toContain('SUCCESS');
  });

  it('accepts the settings of docs/operate.md', () => {
    const [settings = ''] = codeBlocks(readFileSync('docs/operate.md', 'utf8'), 'yaml');
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'prometheus-')), 'prometheus.yml');
    writeFileSync(file, settings);
    expect(promtool('check', 'config', file)).toContain('SUCCESS');
    rmSync(path.dirname(file), { recursive: true });
  });

  it('fires alerts only for problems', () => {
    expect(promtool('test', 'rules', 'docker/watch/alerts.test.yml')).toContain('SUCCESS');
  });
});
