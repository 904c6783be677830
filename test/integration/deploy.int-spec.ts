import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import pg from 'pg';
import { loadCollectConfigs } from '../../src/config/collect-config.js';
import { loadConfig } from '../../src/config/environment.js';
import { composedEnvironment, composeServices } from '../support/programs/compose.js';
import { describeWhere } from '../support/describe-where.js';
import { SecondCluster } from '../support/database/second-cluster.js';
import { listCommands } from '../support/programs/run-command.js';

interface Container {
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string }[];
  ports?: { name: string }[];
  readinessProbe?: { httpGet: { path: string } };
}

interface PodTemplate {
  metadata: { labels: Record<string, string> };
  spec: { enableServiceLinks?: boolean; containers: Container[] };
}

interface Manifest {
  kind: string;
  metadata: { labels: Record<string, string> };
  spec: {
    selector?: Record<string, unknown>;
    ingress?: { from?: unknown; ports: { port: string }[] }[];
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
  };
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const commands = listCommands();
const variables = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Creates programs that a script finds before the programs of this machine. */
function makePrograms(scripts: Record<string, string>): NodeJS.ProcessEnv {
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return { PATH: `${folder}:${process.env.PATH}` };
}

describe('docker-compose.yml', () => {
  it.each<[env: Record<string, string>, ports: string[]]>([
    [{}, ['127.0.0.1:3000:3000', '127.0.0.1::9464']],
    [{ HOST: '0.0.0.0', PORT: '8080', METRICS_PORT: '9100' }, ['0.0.0.0:8080:3000', '127.0.0.1:9100:9100']],
  ])('publishes the API as configured by %j, metrics on this machine, and not the database', (env, ports) => {
    const open = Object.entries(composeServices(env)).filter(([, { profiles }]) => !profiles);
    expect(open.flatMap(([name, service]) => (service.ports ?? []).map((port) => [name, port]))).toEqual(
      ports.map((port) => ['api', port]),
    );
    const { port, host } = loadConfig(composedEnvironment('api', env));
    expect([host, `${port}`]).toEqual(['0.0.0.0', ports[0]?.split(':').at(-1)]);
  });

  it('passes on each variable of .env, except variables that the containers set themselves', () => {
    const given = Object.fromEntries(variables.map((name) => [name, `value of ${name}`]));
    const passed = ['prepare', 'api', 'collect'].map((name) => composedEnvironment(name, given));
    const own = [
      'DATA_DIR',
      'DATABASE_URL',
      'DATABASE_READER_URL',
      'HOST',
      'COLLECT',
      'COLLECT_METRICS_PORT',
      'COLLECT_SPOOL',
    ];
    const missing = variables.filter((name) => !own.includes(name) && passed.every((env) => env[name] !== given[name]));
    expect(missing).toEqual([]);
  });

  it('keeps the defaults of the service for variables that .env does not set', () => {
    const given = loadConfig(composedEnvironment('api'));
    expect(given).toEqual({ ...loadConfig({ SEED: 'on' }), host: given.host, databaseUrl: given.databaseUrl });
  });

  it('makes the collector of docker-compose.demo.yml watch the simulated platforms, if .env names no channels', () => {
    const { collect } = composeServices({}, 'docker-compose.demo.yml');
    const own = Object.entries(collect?.environment ?? {}).map(([name, value]) => [name, String(value)]);
    const ofFile = { COLLECT_CHAT: 'on', COLLECT_ALL: 'off', TWITCH_CLIENT_ID: 'mine' };
    const configs = loadCollectConfigs({
      ...composedEnvironment('collect', ofFile),
      ...(Object.fromEntries(own) as Record<string, string>),
    });
    expect(configs).toMatchObject([
      { apiUrl: 'http://twitch:8080/helix', logins: undefined, chat: false },
      { apiUrl: 'http://twitch:8080', logins: undefined, chat: false },
    ]);
  });
});

it.each(['docker-compose.yml', 'docker-compose.scale.yml', 'docker-compose.demo.yml'])(
  'each container of %s keeps a limited log',
  (file) => {
    const described = Object.entries(composeServices({}, file)).filter(([, service]) => service.image ?? service.build);
    expect(described.length).toBeGreaterThan(0);
    for (const [name, { logging }] of described)
      expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } }]);
  },
);

describe('docker/create-owner.sh', () => {
  const password = "it's secret";
  const attributes = 'r.rolcanlogin, r.rolcreaterole, r.rolsuper, r.rolcreatedb, r.rolreplication, r.rolbypassrls';
  const owners = `
    SELECT pg_get_userbyid(d.datdba)::text AS owner, to_json(ARRAY[${attributes}]) AS attributes
    FROM pg_database d, pg_roles r WHERE d.datname = 'composed' AND r.rolname = 'composed'`;
  let cluster: SecondCluster;

  beforeAll(async () => {
    cluster = await SecondCluster.start();
  });

  afterAll(() => cluster.stop());

  /** Runs the script, with psql as the owner ending with this code. Returns what psql receives as the superuser. */
  function statements(ownerCode: number): string[] {
    const env = makePrograms({
      psql: `case "$*" in *'--username analytics'*) exit ${ownerCode} ;; esac
        printf '%s\\n' "$@" > '${folder}/args'; cat > '${folder}/sql'`,
    });
    for (const name of ['args', 'sql']) writeFileSync(path.join(folder, name), '');
    execFileSync('sh', ['docker/create-owner.sh'], {
      env: { ...env, POSTGRES_USER: 'postgres', ANALYTICS_PASSWORD: password },
    });
    const [args = '', sql = ''] = ['args', 'sql'].map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
    if (sql === '') return [];
    expect(args.split('\n')).toEqual(expect.arrayContaining(['ON_ERROR_STOP=1', `password=${password}`]));
    // The cluster already has a user and a database of that name.
    return sql.replaceAll('analytics', 'composed').replace(":'password'", pg.escapeLiteral(password)).split('\n');
  }

  /** Runs statements as psql does. Returns the statements that their rows contain, which `\gexec` executes. */
  async function create(): Promise<string[]> {
    const executed: string[] = [];
    for (const statement of statements(2)) {
      const rows = await cluster.query(statement.replace(/ \\gexec$/, ' '));
      for (const made of rows.flatMap((row) => Object.values(row) as string[])) {
        await cluster.query(made);
        executed.push(made);
      }
    }
    return executed;
  }

  it('creates an owner of the database that is not a superuser, and completes a failed start', async () => {
    expect(await create()).toHaveLength(2);
    expect(await cluster.query(owners)).toEqual([
      { owner: 'composed', attributes: [true, true, false, false, false, false] },
    ]);
    // A start that failed in between.
    await cluster.query('DROP DATABASE composed');
    expect(await create()).toEqual(['CREATE DATABASE composed OWNER composed']);
    expect(await create()).toEqual([]);
  });

  it('does not need the password of the superuser if the owner can connect', () => {
    expect(statements(0)).toEqual([]);
  });

  it('runs before the service connects, in each start of docker-compose.yml', () => {
    const { owner, prepare } = composeServices();
    expect(owner?.command).toEqual(['sh', '/create-owner.sh']);
    expect(owner?.volumes).toEqual(['./docker/create-owner.sh:/create-owner.sh:ro']);
    expect(prepare?.depends_on).toEqual({ owner: { condition: 'service_completed_successfully' } });
  });
});

it.each([
  ['docker-compose.scale.yml', {}, ['replica1', 'replica2'], 'primary'],
  ['docker-compose.scale.yml', { PRIMARY: 'replica1' }, ['replica2'], 'replica1'],
  ['docker-compose.failover.yml', { PRIMARY: 'replica1' }, ['primary'], 'replica1'],
])('standbys of %s with %j copy and follow the correct server', (file, given, standbys, host) => {
  const programs = makePrograms({
    id: 'echo 999',
    psql: 'echo "$@" >&2',
    pg_basebackup: 'echo "$@" >&2; mkdir "$PGDATA.copy"',
    postgres: 'echo "$@" >&2',
  });
  for (const name of standbys) {
    const { environment } = composeServices(given, file)[name] ?? {};
    const env = { ...environment, PGDATA: path.join(folder, `${name} of ${host}`), ...programs } as NodeJS.ProcessEnv;
    const { status, stderr } = spawnSync('sh', ['docker/scale/standby.sh'], { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(stderr.match(/--host \w+|\bhost=\w+|--slot \w+/g)).toEqual(
      expect.arrayContaining([`--host ${host}`, `--slot ${name}`, `host=${host}`]),
    );
    expect(stderr).not.toMatch(new RegExp(`host[ =](?!${host}\\b)`));
  }
});

describe('the systemd units', () => {
  const units = readdirSync('deploy').filter((file) => file.endsWith('.service'));
  const textOf = (unit: string) => readFileSync(`deploy/${unit}`, 'utf8');

  it('start their programs with the measured flags, and only existing commands', () => {
    const print = "import('./scripts/server-flags.mjs').then((module) => console.log(module.serverFlags.join(' ')))";
    const flags = execFileSync(process.execPath, ['--eval', print], { encoding: 'utf8' }).trim();
    expect(textOf('streaming-analytics-api.service')).toContain(`ExecStart=/usr/bin/node ${flags} dist/main.js\n`);
    expect(textOf('streaming-analytics-collect.service')).toContain(`node ${flags} dist/commands/main.js collect\n`);
    const started = units.flatMap((unit) => /dist\/commands\/main\.js (\w+)/.exec(textOf(unit))?.[1] ?? []);
    expect(commands).toEqual(expect.arrayContaining(started));
  });
});

const isSystemd = spawnSync('systemd-analyze', ['--version']).status === 0 && existsSync('/usr/bin/node');

describeWhere(isSystemd, 'systemd-analyze', 'or Node.js at /usr/bin/node is not installed here', () => {
  it.each(readdirSync('deploy').filter((file) => /\.(service|timer)$/.test(file)))('accepts %s', (unit) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `deploy/${unit}`], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

const manifests = loadAll(readFileSync('deploy/kubernetes.yaml', 'utf8'), { schema: YAML11_SCHEMA }) as Manifest[];
const pods = manifests.flatMap(({ spec }) => spec.template ?? spec.jobTemplate?.spec.template ?? []);
const containers = pods.flatMap(({ spec }) => spec.containers);

describe('the nightly backup', () => {
  const [, crontab = ''] = /^30 3 \* \* \* root (.*)$/m.exec(readFileSync('docs/operate.md', 'utf8')) ?? [];
  const [program, option, script = ''] = containers.find(({ command }) => command?.[0] === 'sh')?.command ?? [];

  // Cron ends the command at a % without a backslash.
  const scripts = [
    [
      'cron',
      'docker',
      crontab
        .replace(/(?<!\\)%.*/, '')
        .replaceAll('\\%', '%')
        .replace('/opt/streaming-analytics-api', '.'),
    ],
    ['Kubernetes', 'node', script.replaceAll('/backup/', 'import/backups/')],
  ] as const;

  it.each(scripts)('of %s deletes old backups only after a new one is complete', (_title, name, command) => {
    expect([program, option]).toEqual(['sh', '-c']);
    const backups = path.join(folder, 'import/backups');
    mkdirSync(backups, { recursive: true });
    const hours = { 'analytics-1.backup.gz': 14 * 24 + 1, 'analytics-2.backup.gz': 14 * 24 - 1, 'other.gz': 15 * 24 };
    for (const [file, age] of Object.entries(hours)) {
      writeFileSync(path.join(backups, file), '');
      const at = new Date(Date.now() - age * 3_600_000);
      utimesSync(path.join(backups, file), at, at);
    }
    const run = (action: string) => {
      const env = makePrograms({ [name]: `cd import/backups; for file; do :; done; ${action}` });
      const { status } = spawnSync('sh', ['-c', command], { cwd: folder, env });
      return { status, files: readdirSync(backups).sort() };
    };
    const old = Object.keys(hours).sort();
    expect(run('exit 3')).toEqual({ status: 3, files: old });
    const { status, files } = run('touch "$(basename "$file")"');
    expect([status, files]).toEqual([
      0,
      ['analytics-2.backup.gz', expect.stringMatching(/^analytics-\d{8}T\d{6}Z\.backup\.gz$/), 'other.gz'],
    ]);
    rmSync(backups, { recursive: true });
  });
});

describe('the manifest for Kubernetes', () => {
  it('runs the image of this version, with existing commands and variables', () => {
    for (const { image } of containers) expect(image).toBe(`streaming-analytics-api:${version}`);
    const started = containers.map(
      ({ command = [], args }) => args?.[0] ?? /main\.js (\w+)/.exec(command.join(' '))?.[1],
    );
    expect(started).toEqual(['migrate', undefined, 'refresh', 'collect', 'backup']);
    expect(commands).toEqual(expect.arrayContaining(started.filter((command) => command !== undefined)));
    const names = containers.flatMap(({ env = [] }) => env.map(({ name }) => name));
    expect(variables).toEqual(expect.arrayContaining(names));
  });

  it('keeps the addresses of other Services out of the environment, such as METRICS_PORT of a Service "metrics"', () => {
    expect(pods.map(({ spec }) => spec.enableServiceLinks)).toEqual(containers.map(() => false));
  });

  it('has a probe for each process that stays, and runs with any user ID', () => {
    const staying = manifests.flatMap(({ kind, spec }) =>
      kind === 'Job' ? [] : (spec.template?.spec.containers ?? []),
    );
    expect(staying.map(({ readinessProbe }) => readinessProbe?.httpGet.path)).toEqual([
      '/v1/health/ready',
      '/ready',
      '/ready',
    ]);
    expect(readFileSync('deploy/kubernetes.yaml', 'utf8')).not.toContain('runAsUser');
    // Kubernetes cannot verify that a name is not root.
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^USER \d+:\d+$/m);
  });

  it('accepts connections to the API, and to metrics from one namespace', () => {
    const { spec } = manifests.find(({ kind }) => kind === 'NetworkPolicy') ?? {};
    expect(spec?.ingress?.map(({ ports, from }) => [ports.map(({ port }) => port), from !== undefined])).toEqual([
      [['http'], false],
      [['metrics', 'metrics-kick'], true],
    ]);
    const opened = containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
    expect(new Set(opened)).toEqual(new Set(['http', 'metrics', 'metrics-kick']));
  });

  it('selects only pods from its own templates', () => {
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
    expect(new Set(applied)).toEqual(parts);
  });
});
