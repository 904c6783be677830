import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { composeServices } from '../support/compose.js';
import { dockerfileStages, textsOf } from '../support/dockerfile.js';
import { freePort } from '../support/free-port.js';

const stages = dockerfileStages();
const image = stages.at(-1) ?? [];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'description' | 'version' | 'license',
  string
> & { scripts: Record<string, string> };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'container-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a program of which nothing happens but that it prints how it was called. */
function fakeProgram(name: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\necho "$PWD ${name} $*"\n`, { mode: 0o755 });
}

describe('building the image', () => {
  const runtime = 'node_modules/@prisma/client/runtime';
  const list = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });

  /** Runs the commands of all stages where there are no programs but find, a shell, and npm, node and rm that only print. */
  function runCommands(): string[] {
    for (const name of ['npm', 'node', 'rm']) fakeProgram(name);
    symlinkSync(execFileSync('sh', ['-c', 'command -v find'], { encoding: 'utf8' }).trim(), path.join(folder, 'find'));
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN'));
    const options = { cwd: folder, env: { PATH: folder }, encoding: 'utf8' } as const;
    return commands.flatMap((command) => execFileSync('/bin/sh', ['-c', command], options).trim().split('\n'));
  }

  function makeFiles(...names: string[]): void {
    for (const name of names) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), '');
    }
  }

  it('installs what the lock file says, and nothing else', () => {
    makeFiles('dist/main.js', `${runtime}/client.js`);
    const called = runCommands().map((line) => line.replace(`${folder} `, ''));
    const installs = called.filter((line) => line.startsWith('npm '));
    expect(installs).toEqual(['npm ci', 'npm run build', 'npm ci --omit=dev --omit=optional']);
  });

  it("leaves out source maps and types, and of Prisma's client what the generated code does not import", () => {
    const kept = ['dist/main.js', 'node_modules/a/index.js', 'node_modules/a/data.json'];
    const left = ['dist/main.js.map', 'node_modules/a/index.d.ts', 'node_modules/a/index.mjs.map'];
    makeFiles(...kept, ...left, ...readdirSync(runtime).map((name) => `${runtime}/${name}`));
    runCommands();
    for (const name of kept) expect(list()).toContain(name);
    for (const name of left) expect(list()).not.toContain(name);
    const generated = readFileSync('src/generated/prisma/internal/class.ts', 'utf8');
    const imported = [...generated.matchAll(/"(@prisma\/client\/runtime\/[^"]+)"/g)].map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(2);
    const files = imported.map((name) => path.basename(require.resolve(name)));
    expect(readdirSync(path.join(folder, runtime))).toEqual(expect.arrayContaining(files));
    expect(readdirSync(path.join(folder, runtime)).length).toBeLessThan(files.length + 3);
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

  it('takes no secret', () => {
    const given = stages.flatMap((stage) => ['ENV', 'ARG', 'RUN'].flatMap((name) => textsOf(stage, name)));
    for (const text of given) expect(text).not.toMatch(/TOKEN|PASSWORD|DATABASE_URL|--mount=type=secret/);
  });
});

describe('the image', () => {
  const environment = Object.fromEntries(
    textsOf(image, 'ENV').map((text) => /^(\w+)="?(.*?)"?$/.exec(text)?.slice(1) ?? []),
  ) as Record<string, string>;

  /** What the entry point of the image does with these words, as a program that prints how it was called. */
  function enter(...words: string[]): string {
    fakeProgram('node');
    const [entry = ''] = textsOf(image, 'ENTRYPOINT').map((text) => (JSON.parse(text) as string[])[0]);
    const script = readFileSync(entry.replace('/app/', ''), 'utf8').replace('/import', '/');
    const options = { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' } as const;
    return execFileSync('sh', ['-c', script, 'entrypoint', ...words], options).trim();
  }

  it('runs as a user without rights, to whom nothing in it belongs', () => {
    expect(textsOf(image, 'USER')).toEqual(['node']);
    // Whatever comes before belongs to root.
    expect(textsOf(image, 'RUN')).toEqual([]);
    expect(textsOf(image, 'ADD')).toEqual([]);
    for (const text of textsOf(image, 'COPY')) expect(text).not.toContain('--chown');
  });

  it('starts server and collector with the flags of npm run start:prod, and is asked to end by the signal that drains it', () => {
    const [command = ''] = textsOf(image, 'CMD');
    const server = manifest.scripts['start:prod'] ?? '';
    expect(enter(...(JSON.parse(command) as string[]))).toBe(`${folder} ${server}`);
    const collector = server.replace('dist/main.js', '/app/dist/commands/main.js collect --once');
    expect(enter('collect', '--once')).toBe(`/ ${collector}`);
    expect(environment).toHaveProperty('MALLOC_ARENA_MAX', '2');
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('takes a word that is no program for a command, in the folder that docker compose mounts', () => {
    expect(enter('import', 'dump')).toBe('/ node /app/dist/commands/main.js import dump');
    expect(enter('--help')).toBe('/ node /app/dist/commands/main.js --help');
    expect(enter('node', 'dist/main.js')).toBe(`${folder} node dist/main.js`);
    const [, mounted] = composeServices().api?.volumes?.[0]?.split(':') ?? [];
    expect(readFileSync('docker/entrypoint.sh', 'utf8')).toContain(`cd ${mounted}\n`);
    expect(textsOf(image, 'WORKDIR')).toEqual([mounted, '/app']);
  });

  it('names commands as docker compose runs them', () => {
    const [, service = ''] = /^docker compose run --rm (\w+)$/.exec(environment.COMMAND_PREFIX ?? '') ?? [];
    expect(composeServices()).toHaveProperty(service);
  });

  it('gives half of the memory to the heap, by an option that Node 20 does not have', () => {
    const memory = 'Math.min(process.constrainedMemory() || Infinity, os.totalmem())';
    const env = { NODE_OPTIONS: environment.NODE_OPTIONS };
    const measure = () =>
      Number(
        execFileSync(process.execPath, ['--print', `v8.getHeapStatistics().heap_size_limit / ${memory}`], {
          env,
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      );
    if (Number(process.versions.node.split('.')[0]) < 24) expect(measure).toThrow('not allowed in NODE_OPTIONS');
    else expect(measure()).toBeCloseTo(0.5, 1);
  });

  it('has labels, with the version and the license of package.json', () => {
    const { description, version, license: licenses } = manifest;
    const labels = Object.fromEntries(
      textsOf(image, 'LABEL').flatMap((text) =>
        [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ),
    ) as Record<string, string>;
    expect(labels).toEqual({
      title: 'Streaming analytics API',
      description,
      version,
      licenses,
      revision: '${REVISION}',
    });
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
