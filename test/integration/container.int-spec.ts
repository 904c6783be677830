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
import { composeServices } from '../support/programs/compose.js';
import { dockerfileStages, textsOf } from '../support/programs/dockerfile.js';
import { freePort } from '../support/http/free-port.js';

const stages = dockerfileStages();
const image = stages.at(-1) ?? [];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'container-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a program that only prints its folder, its name and its arguments. */
function fakeProgram(name: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\necho "$PWD ${name} $*"\n`, { mode: 0o755 });
}

it('a clone of Git for Windows has the same bytes, so that containers can run the scripts', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git('init', '--quiet', '--bare', 'origin');
  // The folder of the project has no repository if it was unpacked from an archive.
  const ofProject = ['--git-dir=origin', `--work-tree=${process.cwd()}`];
  git(...ofProject, '-c', 'core.autocrlf=false', 'add', '--all', process.cwd());
  git(...ofProject, ...author, 'commit', '--quiet', '--message', 'All files');
  git('-c', 'core.autocrlf=true', 'clone', '--quiet', 'origin', 'clone');
  const names = git('-C', 'clone', 'ls-files', '-z').split('\0').slice(0, -1);
  expect(names).toEqual(expect.arrayContaining(['docker/entrypoint.sh', 'docker/create-owner.sh']));
  const isSame = (name: string) => readFileSync(name).equals(readFileSync(path.join(folder, 'clone', name)));
  expect(names.filter((name) => !isSame(name))).toEqual([]);
});

describe('building the image', () => {
  const runtime = 'node_modules/@prisma/client/runtime';
  const list = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });

  /** Runs the commands of all stages with only find, a shell, and fake versions of npm, node and rm. */
  function runCommands(): void {
    for (const name of ['npm', 'node', 'rm']) fakeProgram(name);
    symlinkSync(execFileSync('sh', ['-c', 'command -v find'], { encoding: 'utf8' }).trim(), path.join(folder, 'find'));
    const commands = stages.flatMap((stage) => textsOf(stage, 'RUN'));
    const options = { cwd: folder, env: { PATH: folder }, encoding: 'utf8' } as const;
    for (const command of commands) execFileSync('/bin/sh', ['-c', command], options);
  }

  function makeFiles(...names: string[]): void {
    for (const name of names) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), '');
    }
  }

  it("omits source maps, types, and files of Prisma's client that the generated code does not import", () => {
    const fonts = 'node_modules/@expo-google-fonts/noto-sans';
    const drawn = [
      '400Regular/NotoSans_400Regular.ttf',
      '700Bold/NotoSans_700Bold.ttf',
      'package.json',
      'LICENSE_FONT',
    ];
    const kept = ['dist/main.js', 'node_modules/a/index.js', 'node_modules/a/data.json'];
    kept.push(...drawn.map((name) => `${fonts}/${name}`));
    const left = ['dist/main.js.map', 'node_modules/a/index.d.ts', 'node_modules/a/index.mjs.map'];
    left.push(`${fonts}/300Light/NotoSans_300Light.ttf`);
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

  it('contains the library that draws PNG, whose package for the platform is optional', () => {
    expect(textsOf(image, 'COPY')).toContain('--from=build /app/node_modules/@resvg node_modules/@resvg');
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    expect(dependencies).toMatchObject({
      '@resvg/resvg-js': expect.anything(),
      '@expo-google-fonts/noto-sans': expect.anything(),
    });
  });

  it('copies only files that .dockerignore allows', () => {
    const [first, ...exceptions] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
    expect(first).toBe('*');
    const copied = stages.flatMap((stage) => textsOf(stage, 'COPY')).filter((text) => !text.startsWith('--from='));
    for (const source of copied.flatMap((text) => text.split(/\s+/).slice(0, -1))) {
      expect(exceptions).toContain(`!${source}`);
      expect(existsSync(source)).toBe(true);
    }
    for (const name of ['.env', '.git', '.data', 'test', 'node_modules']) expect(exceptions).not.toContain(`!${name}`);
  });
});

describe('the image', () => {
  /** Runs the entry point of the image with these words, and returns the command that it starts. */
  function enter(...words: string[]): string {
    fakeProgram('node');
    const [entry = ''] = textsOf(image, 'ENTRYPOINT').map((text) => (JSON.parse(text) as string[])[0]);
    const script = readFileSync(entry.replace('/app/', ''), 'utf8').replace('/import', '/');
    const options = { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' } as const;
    return execFileSync('sh', ['-c', script, 'entrypoint', ...words], options).trim();
  }

  it('starts server and collector with the flags of npm run start:prod', () => {
    const [command = ''] = textsOf(image, 'CMD');
    const server = scripts['start:prod'] ?? '';
    expect(enter(...(JSON.parse(command) as string[]))).toBe(`${folder} ${server}`);
    const collector = server.replace('dist/main.js', '/app/dist/commands/main.js collect --once');
    expect(enter('collect', '--once')).toBe(`/ ${collector}`);
  });

  it('treats a word that is not a program as a command, in the folder that docker compose mounts', () => {
    expect(enter('import', 'dump')).toBe('/ node /app/dist/commands/main.js import dump');
    expect(enter('--help')).toBe('/ node /app/dist/commands/main.js --help');
    expect(enter('node', 'dist/main.js')).toBe(`${folder} node dist/main.js`);
    const [, mounted] = composeServices().api?.volumes?.[0]?.split(':') ?? [];
    expect(readFileSync('docker/entrypoint.sh', 'utf8')).toContain(`cd ${mounted}\n`);
    expect(textsOf(image, 'WORKDIR')).toEqual([mounted, '/app']);
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

  /** The exit code of the health check. */
  const check = (port: number): Promise<number> => {
    const [text = ''] = textsOf(image, 'HEALTHCHECK');
    const [program = '', ...args] = JSON.parse(text.slice(text.indexOf('['))) as string[];
    expect(program).toBe('node');
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, { env: { PORT: String(port) } });
      child.on('exit', (code) => resolve(code ?? -1));
    });
  };

  it('asks the port of the service whether it is alive, and fails if it is not alive or not listening', async () => {
    status = 200;
    expect(await check(portOf())).toBe(0);
    status = 503;
    expect(await check(portOf())).toBe(1);
    expect(asked).toEqual(['/v1/health/live', '/v1/health/live']);
    expect(await check(await freePort())).toBe(1);
  });
});
