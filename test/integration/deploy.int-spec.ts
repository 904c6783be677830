import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import { commandLine } from '../../src/commands/command-line.js';
import { describeWhere } from '../support/describe-where.js';

interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: object;
  resources?: object;
  [setting: string]: unknown;
}

interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: {
    selector?: Record<string, unknown>;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; containers: Container[] };
    };
  };
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const commands = commandLine(() => '').commands.map((command) => command.name());
const example = readFileSync('.env.example', 'utf8');

const units = readdirSync('deploy').filter((file) => file.endsWith('.service'));
const linesOf = (unit: string) => readFileSync(`deploy/${unit}`, 'utf8').split('\n');
const settingsAfter = (lines: string[], first: string, last: string) =>
  lines.slice(lines.indexOf(first), lines.indexOf(last) + 1);

describe('the systemd units', () => {
  const print = "import('./scripts/server-flags.mjs').then((module) => console.log(module.serverFlags.join(' ')))";
  const flags = execFileSync(process.execPath, ['--eval', print], { encoding: 'utf8' }).trim();

  it.each([
    ['streaming-analytics-api.service', `ExecStart=/usr/bin/node ${flags} dist/main.js`],
    [
      'streaming-analytics-collect.service',
      `ExecStart=/usr/bin/env COLLECT_SPOOL=\${STATE_DIRECTORY}/collect.spool /usr/bin/node ${flags} dist/commands/main.js collect`,
    ],
  ])('%s starts its program with the flags that it was measured with', (unit, start) => {
    expect(linesOf(unit)).toContain(start);
    expect(readFileSync(`deploy/${unit}`, 'utf8')).toMatch(/^Environment=.*\bMALLOC_ARENA_MAX=2$/m);
  });

  it.each(units)('%s takes the same rights away from its program', (unit) => {
    const rights = settingsAfter(linesOf(unit), 'ProtectSystem=strict', 'UMask=0077');
    expect(rights).toEqual(expect.arrayContaining(['NoNewPrivileges=yes', 'CapabilityBoundingSet=']));
    expect(rights).toEqual(
      settingsAfter(linesOf('streaming-analytics-api.service'), 'ProtectSystem=strict', 'UMask=0077'),
    );
    expect(linesOf(unit)).toContain('DynamicUser=yes');
  });

  it.each(units)('%s runs a command that there is', (unit) => {
    const [, command] = /dist\/commands\/main\.js (\w+)/.exec(readFileSync(`deploy/${unit}`, 'utf8')) ?? [];
    if (command) expect(commands).toContain(command);
  });
});

const isSystemd = spawnSync('systemd-analyze', ['--version']).status === 0 && existsSync('/usr/bin/node');

describeWhere(isSystemd, 'systemd-analyze', 'or Node.js at /usr/bin/node is not installed here', () => {
  it.each(readdirSync('deploy').filter((file) => /\.(service|timer)$/.test(file)))('accepts %s', (unit) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `deploy/${unit}`], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('the manifest for Kubernetes', () => {
  const manifests = loadAll(readFileSync('deploy/kubernetes.yaml', 'utf8'), { schema: YAML11_SCHEMA }) as Manifest[];
  const pods = manifests.flatMap(({ spec }) => (spec.template ? [spec.template] : []));
  const containers = pods.flatMap(({ spec }) => spec.containers);
  const api = containers.find(({ name }) => name === 'api');

  it('runs the image of this version, by commands that there are', () => {
    expect(containers.map(({ name }) => name)).toEqual(['migrate', 'api', 'refresh', 'collect']);
    for (const { image } of containers) expect(image).toBe(`streaming-analytics-api:${version}`);
    const started = containers.map(({ command, args }) => command?.[2] ?? args?.[0]);
    expect(started).toEqual(['migrate', undefined, 'refresh', 'collect']);
    expect(commands).toEqual(expect.arrayContaining(started.filter((command) => command !== undefined)));
  });

  it('runs each container without rights, on a read-only file system, in limited memory', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
    for (const { securityContext, resources } of containers) {
      const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
      expect(securityContext).toEqual(rights);
      expect(resources).toMatchObject({ limits: { memory: '512Mi' } });
    }
  });

  it('gives the server the rights of the owner in no way', () => {
    expect(JSON.stringify(api)).not.toContain('owner');
  });

  it('sets variables that there are, and probes paths that are served', () => {
    for (const { name } of containers.flatMap(({ env = [] }) => env))
      expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'));
    expect(api?.livenessProbe).toMatchObject({ httpGet: { path: '/v1/health/live', port: 'http' } });
    expect(api?.readinessProbe).toMatchObject({ httpGet: { path: '/v1/health/ready', port: 'http' } });
    expect(api?.ports?.map(({ containerPort }) => containerPort)).toEqual([3000, 9464]);
  });

  it('selects pods that it makes', () => {
    const made = pods.map(({ metadata }) => metadata.labels);
    for (const { spec } of manifests) {
      if (spec.selector) expect(made).toContainEqual(spec.selector.matchLabels ?? spec.selector);
    }
  });

  it('labels every object with a part that the steps of docs/operate.md apply', () => {
    const parts = new Set(manifests.map(({ metadata }) => metadata.labels['app.kubernetes.io/component']));
    const [, upgrade = ''] =
      /^### Upgrade in Kubernetes$([^]*?)^## /m.exec(readFileSync('docs/operate.md', 'utf8')) ?? [];
    const applied = [...upgrade.matchAll(/--selector app\.kubernetes\.io\/component=(\w+)/g)].map(([, part]) => part);
    expect(applied).toEqual(['migrate', 'api', 'refresh', 'collect']);
    expect(new Set(applied)).toEqual(parts);
  });
});
