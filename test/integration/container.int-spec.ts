import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { load, YAML11_SCHEMA } from 'js-yaml';
import pg from 'pg';
import { freePort } from '../support/free-port.js';
import { SecondCluster } from '../support/second-cluster.js';

interface Instruction {
  name: string;
  text: string;
}

interface ComposeService {
  command?: string[];
  environment?: Record<string, string | null>;
  ports?: string[];
  [setting: string]: unknown;
}

const stages = readStages(readFileSync('Dockerfile', 'utf8'));
const image = stages.at(-1) ?? [];
const compose = load(readFileSync('docker-compose.yml', 'utf8'), { schema: YAML11_SCHEMA }) as {
  services: Record<string, ComposeService>;
};
const {
  scripts,
  description,
  version,
  license: licenses,
} = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'description' | 'version' | 'license', string> & {
  scripts: Record<string, string>;
};

/** The instructions of each stage, of which one may go over several lines. */
function readStages(dockerfile: string): Instruction[][] {
  const text = dockerfile.replace(/^#.*\n/gm, '').replaceAll('\\\n', ' ');
  const instructions = text.split('\n').flatMap((line): Instruction[] => {
    const [, name, rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, text: rest }];
  });
  const found: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') found.push([]);
    found.at(-1)?.push(instruction);
  }
  return found;
}

const textsOf = (stage: Instruction[], name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ text }) => text);

describe('the image', () => {
  it('installs what the lock file says, and nothing else', () => {
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN')).flatMap((text) => text.split(/\s*&&\s*/));
    const programs = commands.map((command) => command.split(/\s+/).slice(0, 2).join(' '));
    expect(new Set(programs)).toEqual(
      new Set([
        ...['npm ci', 'npm run', 'find dist', 'find node_modules', 'find node_modules/@prisma/client/runtime'],
        'rm -rf',
      ]),
    );
  });

  it('copies only what .dockerignore lets through', () => {
    const [first, ...exceptions] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
    expect(first).toBe('*');
    const copied = stages.flatMap((stage) => textsOf(stage, 'COPY')).filter((text) => !text.startsWith('--from='));
    for (const source of copied.flatMap((text) => text.split(/\s+/).slice(0, -1))) {
      expect(exceptions).toContain(`!${source}`);
      expect(existsSync(source)).toBe(true);
    }
    for (const name of ['.env', '.git', '.data', 'test', 'node_modules']) expect(exceptions).not.toContain(`!${name}`);
  });

  it('runs as a user without rights, to whom nothing in it belongs', () => {
    expect(textsOf(image, 'USER')).toEqual(['node']);
    // Whatever comes before belongs to root.
    expect(textsOf(image, 'RUN')).toEqual([]);
    expect(textsOf(image, 'ADD')).toEqual([]);
    for (const text of textsOf(image, 'COPY')) expect(text).not.toContain('--chown');
  });

  it('starts the server without a shell, with the flags of npm run start:prod', () => {
    const [command = ''] = textsOf(image, 'CMD');
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts['start:prod']);
  });

  it('takes a word that is no program for a command, in the folder for files', () => {
    expect(textsOf(image, 'ENTRYPOINT')).toEqual(['["/app/docker/entrypoint.sh"]']);
    expect(textsOf(image, 'WORKDIR')).toEqual(['/import', '/app']);
    const script = readFileSync('docker/entrypoint.sh', 'utf8');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'entrypoint-'));
    writeFileSync(path.join(folder, 'node'), '#!/bin/sh\necho "$PWD node $*"\n', { mode: 0o755 });
    const run = (...args: string[]) =>
      execFileSync('sh', ['-c', script.replace('/import', '/'), 'entrypoint', ...args], {
        cwd: folder,
        env: { PATH: `${folder}:${process.env.PATH}` },
        encoding: 'utf8',
      });
    expect(run('import', 'dump')).toBe('/ node /app/dist/commands/main.js import dump\n');
    expect(run('--help')).toBe('/ node /app/dist/commands/main.js --help\n');
    expect(run('node', 'dist/main.js')).toBe(`${folder} node dist/main.js\n`);
    rmSync(folder, { recursive: true });
  });

  it('is asked to end by SIGTERM, and sizes its heap by the memory it may take', () => {
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(textsOf(image, 'ENV')).toEqual([
      expect.stringMatching(/^PATH=/),
      'NODE_ENV=production',
      'NODE_OPTIONS=--max-old-space-size-percentage=50',
      'COMMAND_PREFIX="docker compose run --rm api"',
    ]);
  });

  it('has labels, with the version and the license of package.json', () => {
    const labels = Object.fromEntries(
      textsOf(image, 'LABEL').flatMap((text) =>
        [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ),
    ) as Record<string, string>;
    expect(labels).toEqual({
      title: 'Streaming analytics API',
      description,
      version,
      revision: '${REVISION}',
      licenses,
    });
  });

  it("keeps of Prisma's client what the generated code imports", () => {
    const remove = stages
      .flatMap((stage) => textsOf(stage, 'RUN'))
      .find((text) => text.includes('@prisma/client/runtime'));
    const kept = [...(remove ?? '').matchAll(/! -name '?([\w.*]+)/g)].map(
      ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`),
    );
    const generated = readFileSync('src/generated/prisma/internal/class.ts', 'utf8');
    const imported = [...generated.matchAll(/"(@prisma\/client\/runtime\/[^"]+)"/g)].map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(2);
    for (const name of imported) {
      const file = path.basename(require.resolve(name));
      expect([file, kept.some((pattern) => pattern.test(file))]).toEqual([file, true]);
    }
  });

  it('takes no secret while it is built', () => {
    const given = stages.flatMap((stage) => [
      ...textsOf(stage, 'ENV'),
      ...textsOf(stage, 'ARG'),
      ...textsOf(stage, 'RUN'),
    ]);
    for (const text of given) expect(text).not.toMatch(/TOKEN|PASSWORD|DATABASE_URL|--mount=type=secret/);
  });
});

describe('the health check of the image', () => {
  let server: Server;
  let asked: (string | undefined)[];
  let status: number;

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => void server.close());

  const portOf = () => (server.address() as AddressInfo).port;

  /** What the command of the health check ends with. */
  const check = (port: number): Promise<number> => {
    const [text = ''] = textsOf(image, 'HEALTHCHECK');
    const [program = '', ...args] = JSON.parse(text.slice(text.indexOf('['))) as string[];
    expect(program).toBe('node');
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, { env: { PORT: String(port) } });
      child.on('exit', (code) => resolve(code ?? -1));
    });
  };

  it.each([
    [200, 0],
    [503, 1],
  ])('asks the port of the service whether it is alive, and takes %d for %d', async (answered, code) => {
    status = answered;
    expect(await check(portOf())).toBe(code);
    expect(asked).toEqual(['/v1/health/live']);
  });

  it('fails where nobody listens', async () => {
    expect(await check(await freePort())).toBe(1);
  });
});

describe('docker compose', () => {
  it.each(['prepare', 'api'])('runs %s without rights, on a read-only file system, in limited memory', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: '512m',
    });
    for (const setting of ['privileged', 'cap_add', 'user', 'network_mode', 'pid', 'tmpfs']) {
      expect(compose.services[name]).not.toHaveProperty(setting);
    }
  });

  it('runs a command for prepare that there is', () => {
    const [command = '', ...rest] = compose.services.prepare?.command ?? [];
    expect(rest).toEqual([]);
    expect(readFileSync('src/commands/main.ts', 'utf8')).toContain(`${command}Command(`);
  });

  it('has the commands and the services that docs/docker.md names', () => {
    const lines = readFileSync('docs/docker.md', 'utf8').match(/^.*docker compose .*$/gm) ?? [];
    const commands = lines.flatMap((line) => /run --rm (?:-T )?api ([a-z]+)/.exec(line)?.[1] ?? []);
    const services = lines.flatMap((line) => /(?:exec(?: -T)?|logs|stop|up --detach) (\w+)/.exec(line)?.[1] ?? []);
    expect(commands.length).toBeGreaterThan(4);
    const source = readFileSync('src/commands/main.ts', 'utf8');
    for (const command of commands) expect(source).toContain(`${command}Command(`);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...new Set(services)]));
  });

  it('shows the API to the outside, metrics to this machine, and not the database', () => {
    const services = Object.entries(compose.services).filter(([, { profiles }]) => !profiles);
    const ports = services.flatMap(([name, service]) => (service.ports ?? []).map((port) => [name, port]));
    expect(ports).toEqual([
      ['api', '${HOST:-127.0.0.1}:${PORT:-3000}:3000'],
      ['api', '127.0.0.1:${METRICS_PORT:-}:${METRICS_PORT:-9464}'],
    ]);
  });

  it('gives files of the machine to commands alone, in a folder that git knows and leaves empty', () => {
    const mounts = Object.entries(compose.services).flatMap(([name, { volumes }]) => [[name, volumes]]);
    expect(Object.fromEntries(mounts)).toMatchObject({ prepare: undefined, api: ['./import:/import'] });
    expect(existsSync('import/README.md')).toBe(true);
    expect(readFileSync('.gitignore', 'utf8')).toContain('/import/*\n!/import/README.md\n');
  });

  it('passes on each variable of .env, but for those of a database that it does not bring', () => {
    const example = readFileSync('.env.example', 'utf8');
    const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
    const passed = Object.assign(
      {},
      ...Object.values(compose.services).map(({ environment }) => environment),
    ) as object;
    const ofOthers = ['DATA_DIR', 'DATABASE_READER_URL'];
    expect(names.filter((name) => !(name in passed) && !ofOthers.includes(name))).toEqual([]);
    const { environment: ofApi = {} } = compose.services.api ?? {};
    const values = Object.entries(ofApi).filter(([, value]) => value !== null);
    expect(values.map(([name]) => name).sort()).toEqual(['DATABASE_URL', 'HOST', 'PGPASSWORD', 'PORT']);
  });
});

describe('the user of docker compose', () => {
  let cluster: SecondCluster;
  let folder: string;

  beforeAll(async () => {
    cluster = await SecondCluster.start();
    folder = mkdtempSync(path.join(os.tmpdir(), 'create-owner-'));
  });

  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  /** What the script gives to psql, which is not there: its arguments, and the SQL of its standard input. */
  const runScript = (password: string): { args: string[]; sql: string } => {
    const psql = path.join(folder, 'psql');
    writeFileSync(psql, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/args'\ncat > '${folder}/sql'\n`);
    chmodSync(psql, 0o755);
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
    const { DATABASE_URL, PGPASSWORD } = compose.services[name]?.environment ?? {};
    expect(DATABASE_URL).toBe('postgresql://analytics@database:5432/analytics');
    expect(PGPASSWORD).toBe(compose.services.database?.environment?.ANALYTICS_PASSWORD);
  });
});
