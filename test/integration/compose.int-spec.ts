import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { commandLine } from '../../src/commands/command-line.js';
import { loadCollectConfig } from '../../src/config/collect-config.js';
import { loadConfig, samplePartitions } from '../../src/config/environment.js';
import { composedEnvironment, composeServices } from '../support/compose.js';
import { dockerfileStages, textsOf } from '../support/dockerfile.js';
import { SecondCluster } from '../support/second-cluster.js';

const services = composeServices();
const commands = commandLine(() => '').commands.map((command) => command.name());

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'compose-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it('runs our image without rights, on a read-only file system, in limited memory', () => {
  const ours = Object.values(services).filter(({ build }) => build === '.');
  expect(ours).toHaveLength(3);
  for (const service of ours) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+m$/) as string,
    });
    for (const setting of ['privileged', 'cap_add', 'user', 'network_mode', 'pid']) {
      expect(service).not.toHaveProperty(setting);
    }
  }
});

it('has the commands and the services that it and the documentation name', () => {
  const pages = ['docs/install.md', 'docs/operate.md'].map((page) => readFileSync(page, 'utf8')).join('');
  const lines = pages.match(/^.*docker compose .*$/gm) ?? [];
  const named = lines.flatMap((line) => /run --rm (?:-T )?api ([a-z]+)/.exec(line)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(4);
  expect(commands).toEqual(expect.arrayContaining([...named, ...(services.prepare?.command ?? [])]));
  const asked = lines.flatMap((line) => /(?:exec(?: -T)?|logs|stop|up --detach) (\w+)/.exec(line)?.[1] ?? []);
  expect(Object.keys(services)).toEqual(expect.arrayContaining(asked));
});

it.each<[env: Record<string, string>, ports: string[]]>([
  [{}, ['127.0.0.1:3000:3000', '127.0.0.1::9464']],
  [{ HOST: '0.0.0.0', PORT: '8080', METRICS_PORT: '9100' }, ['0.0.0.0:8080:3000', '127.0.0.1:9100:9100']],
])('shows the API to whom %j says, metrics to this machine, and not the database', (env, ports) => {
  const open = Object.entries(composeServices(env)).filter(([, { profiles }]) => !profiles);
  expect(open.flatMap(([name, service]) => (service.ports ?? []).map((port) => [name, port]))).toEqual(
    ports.map((port) => ['api', port]),
  );
  const { port, host, metricsPort } = loadConfig(composedEnvironment('api', env));
  expect([host, `${port}`]).toEqual(['0.0.0.0', ports[0]?.split(':').at(-1)]);
  expect(metricsPort?.toString()).toBe(env.METRICS_PORT);
});

it('gives files of the machine to commands alone, in a folder that git knows and leaves empty', () => {
  expect(services.api?.volumes).toEqual(['./import:/import']);
  expect(services.prepare).not.toHaveProperty('volumes');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '--quiet');
  copyFileSync('.gitignore', path.join(folder, '.gitignore'));
  // It names what is ignored, of the files that it is asked for.
  const ignored = git(
    'check-ignore',
    '--no-index',
    'import/README.md',
    'import/streams.ndjson',
    'import/a.rejects.ndjson',
  );
  expect(ignored.trim().split('\n')).toEqual(['import/streams.ndjson', 'import/a.rejects.ndjson']);
});

it('passes on each variable of .env, but for those of what it does not bring, and of the place of things in a container', () => {
  const example = readFileSync('.env.example', 'utf8');
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const given = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const passed = ['prepare', 'api', 'collect'].map((name) => composedEnvironment(name, given));
  const ofOthers = ['DATA_DIR', 'DATABASE_URL', 'DATABASE_READER_URL', 'HOST'];
  const ofContainers = ['COLLECT_METRICS_PORT', 'COLLECT_SPOOL'];
  for (const name of names.filter((one) => ![...ofOthers, ...ofContainers].includes(one))) {
    expect(passed.map((env) => env[name])).toContain(given[name]);
  }
});

it('leaves the service its defaults where .env says nothing', () => {
  const given = loadConfig(composedEnvironment('api'));
  expect(given).toEqual({ ...loadConfig({}), host: given.host, databaseUrl: given.databaseUrl });
});

describe('docker-compose.demo.yml', () => {
  const { twitch, ...changed } = composeServices({}, 'docker-compose.demo.yml');

  it('changes services that there are, and keeps its data in a volume of its own', () => {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(changed)));
    const places = (volumes: string[] = []) => volumes.map((volume) => volume.split(':')[1]);
    expect(places(services.database?.volumes)).toEqual(expect.arrayContaining(places(changed.database?.volumes)));
    expect(services.database?.volumes).not.toEqual(expect.arrayContaining(changed.database?.volumes ?? []));
    expect(changed.prepare?.environment).toEqual({ SEED: 'off' });
  });

  it('runs the simulated Twitch of the stage of that name, without rights', () => {
    expect(twitch).toMatchObject({ read_only: true, cap_drop: ['ALL'], build: { context: '.', target: 'twitch' } });
    expect(readFileSync('Dockerfile', 'utf8')).toContain('FROM build AS twitch\n');
  });

  it('lets the collector watch that Twitch, if .env names no channels', () => {
    const ofFile = { COLLECT_CHAT: 'on', COLLECT_ALL: 'off', TWITCH_CLIENT_ID: 'mine' };
    const own = Object.entries(changed.collect?.environment ?? {}).map(([name, value]) => [name, String(value)]);
    const config = loadCollectConfig({
      ...composedEnvironment('collect', ofFile),
      ...(Object.fromEntries(own) as Record<string, string>),
    });
    const [command = []] = textsOf(dockerfileStages().find((stage) => stage[0]?.text.endsWith(' twitch')) ?? [], 'CMD');
    const [port, host] = (JSON.parse(String(command)) as string[]).slice(-2);
    // The collector is in another container.
    expect(host).toBe('0.0.0.0');
    expect(config).toMatchObject({
      apiUrl: `http://twitch:${port}/helix`,
      authUrl: `http://twitch:${port}/oauth2`,
      logins: undefined,
      chat: false,
    });
  });
});

describe('docker-compose.scale.yml', () => {
  const file = 'docker-compose.scale.yml';
  const all = composeServices({}, file);
  const environmentOf = (name: string) => all[name]?.environment ?? {};

  it('runs our image without rights, on a read-only file system, in limited memory', () => {
    const ours = Object.values(all).filter(({ build }) => build === '.');
    expect(ours).toHaveLength(6);
    for (const service of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: '512m',
      });
    }
  });

  it('gives instances of the API a user who may only read, and shows the balancer alone', () => {
    for (const name of ['api1', 'api2']) {
      expect(environmentOf(name)).not.toHaveProperty('DATABASE_URL');
      expect(environmentOf(name).DATABASE_READER_URL).toMatch(/^postgresql:\/\/analytics_api@/);
    }
    expect(Object.keys(all).filter((name) => all[name]?.ports)).toEqual(['balancer']);
    const commandsOfAll = Object.values(all).flatMap(({ build, command }) => (build && command?.[0]) || []);
    expect(commands).toEqual(expect.arrayContaining(commandsOfAll));
  });

  it('gives each collector a spool of its own', () => {
    const [one, other] = ['collector1', 'collector2'].map((name) => environmentOf(name).COLLECT_SPOOL);
    expect(one).toBeTruthy();
    expect(one).not.toBe(other);
  });

  it('has who writes samples make partitions of days, unless .env says otherwise', () => {
    for (const [env, length] of [
      [{}, 'day'],
      [{ SAMPLE_PARTITIONS: 'month' }, 'month'],
    ] as const) {
      const writers = Object.values(composeServices(env, file)).filter(
        ({ environment }) => environment && 'DATABASE_URL' in environment,
      );
      expect(writers).toHaveLength(4);
      for (const { environment } of writers) {
        expect(samplePartitions(environment as Record<string, string>)).toBe(length);
      }
    }
  });

  it.each([
    [file, {}, ['replica1', 'replica2'], 'primary'],
    [file, { PRIMARY: 'replica1' }, ['replica2'], 'replica1'],
    ['docker-compose.failover.yml', { PRIMARY: 'replica1' }, ['primary'], 'replica1'],
  ])('has standbys copy and follow the server that .env names: %s, %j', (given, env, standbys, host) => {
    const programs = {
      id: 'echo 999',
      psql: 'echo "$@" >&2',
      pg_basebackup: 'echo "$@" >&2; mkdir "$PGDATA.copy"',
      postgres: 'echo "$@" >&2',
    };
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    for (const name of standbys) {
      const { environment, entrypoint, command, volumes } = composeServices(env, given)[name] ?? {};
      expect({ entrypoint, command }).toEqual({ entrypoint: ['/standby.sh'], command: all.replica1?.command });
      expect(volumes).toContain('./docker/scale/standby.sh:/standby.sh:ro');
      expect(environment).toMatchObject({ SLOT: name, PGPASSWORD: environmentOf('primary').REPLICATION_PASSWORD });
      expect(environment?.PGDATA).toBe(environmentOf('replica1').PGDATA);
      const { status, stderr } = spawnSync('sh', ['docker/scale/standby.sh'], {
        encoding: 'utf8',
        env: { ...environment, PGDATA: path.join(folder, `${name} of ${host}`), PATH: `${folder}:${process.env.PATH}` },
      });
      expect(status).toBe(0);
      expect(stderr.match(/--host \w+|\bhost=\w+/g)).toEqual([`--host ${host}`, `--host ${host}`, `host=${host}`]);
    }
  });

  it('has the balancer wait for readiness as long as an instance may take to tell it', () => {
    const balancer = readFileSync('docker/scale/haproxy.cfg', 'utf8');
    // An instance tells it within a second.
    expect(Number(/^ *timeout check (\d+)s$/m.exec(balancer)?.[1])).toBeGreaterThan(1);
  });

  it('has Prometheus ask each instance, each collector and the balancer', () => {
    const scraped = readFileSync('docker/watch/prometheus-scale.yml', 'utf8').match(/\w+(?=:\d)/g) ?? [];
    expect(scraped.sort()).toEqual(
      Object.keys(all)
        .filter((name) => /^(api|collector)\d$|^balancer$/.test(name))
        .sort(),
    );
  });

  it('mounts files that there are', () => {
    const mounted = Object.values(all).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    const files = mounted.filter((name) => name.startsWith('./docker/'));
    expect(files).toHaveLength(5);
    for (const name of files) expect(readFileSync(name, 'utf8')).toBeTruthy();
  });
});

describe('the user of docker compose', () => {
  let cluster: SecondCluster;

  beforeAll(async () => {
    cluster = await SecondCluster.start();
  });

  afterAll(() => cluster.stop());

  /** What the script gives to psql, which is not there: its arguments, and the SQL of its standard input. */
  const runScript = (password: string): { args: string[]; sql: string } => {
    const psql = `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/args'\ncat > '${folder}/sql'\n`;
    writeFileSync(path.join(folder, 'psql'), psql, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}`, POSTGRES_USER: 'postgres', ANALYTICS_PASSWORD: password };
    execFileSync('sh', ['docker/create-owner.sh'], { env });
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    return { args: read('args').trim().split('\n'), sql: read('sql') };
  };

  it('owns its database, may make the role that reads, and is no superuser', async () => {
    const { args, sql } = runScript("it's secret");
    expect(args).toEqual(expect.arrayContaining(['ON_ERROR_STOP=1', "password=it's secret"]));
    // The cluster has a user and a database of that name already.
    const ownSql = sql.replaceAll('analytics', 'composed').replace(":'password'", pg.escapeLiteral("it's secret"));
    for (const statement of ownSql.trim().split('\n')) await cluster.query(statement);
    const attributes = 'r.rolcanlogin, r.rolcreaterole, r.rolsuper, r.rolcreatedb, r.rolreplication, r.rolbypassrls';
    expect(await cluster.query(`SELECT ${attributes} FROM pg_roles r WHERE r.rolname = 'composed'`)).toEqual([
      {
        rolcanlogin: true,
        rolcreaterole: true,
        rolsuper: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
    const owners = `SELECT pg_get_userbyid(d.datdba)::text AS owner FROM pg_database d WHERE d.datname = 'composed'`;
    expect(await cluster.query(owners)).toEqual([{ owner: 'composed' }]);
  });

  it.each(['prepare', 'api'])('is who %s connects as, to that database', (name) => {
    for (const password of [undefined, "it's secret"]) {
      const given = { ANALYTICS_PASSWORD: password };
      const env = composedEnvironment(name, given);
      const { hostname, username, pathname } = new URL(loadConfig(env).databaseUrl ?? '');
      expect([hostname, username, pathname]).toEqual(['database', 'analytics', '/analytics']);
      expect(env.PGPASSWORD).toBeTruthy();
      expect(env.PGPASSWORD).toBe(composedEnvironment('database', given).ANALYTICS_PASSWORD);
    }
  });
});
