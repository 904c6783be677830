import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { withOwner } from '../../src/commands/owner-client.js';
import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { TestApp } from '../support/test-app.js';

interface Stream {
  id: string;
  started_at: string;
  title: string | null;
  watchtime: number | null;
}

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);

/** Compiles strictly what a user has written beside the packed client. */
const tsconfig = {
  extends: path.join(root, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    outDir: 'out',
    rootDir: '.',
    types: ['node'],
    lib: ['ES2023', 'DOM'],
    skipLibCheck: false,
  },
  include: ['*.ts'],
};

describe('the package of the client', () => {
  let api: TestApp;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'client-'));
    const packages = path.join(folder, 'node_modules');
    mkdirSync(path.join(packages, '@oazapfts'), { recursive: true });
    execFileSync(process.execPath, ['scripts/client.mjs', folder], { cwd: root });
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    execFileSync('tar', ['-xzf', `streaming-analytics-client-${version}.tgz`], { cwd: folder });
    cpSync(path.join(folder, 'package'), path.join(packages, 'streaming-analytics-client'), { recursive: true });
    symlinkSync(path.join(root, 'node_modules/@oazapfts/runtime'), path.join(packages, '@oazapfts/runtime'));
    symlinkSync(path.join(root, 'node_modules/@types'), path.join(packages, '@types'));

    const [, lines = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('client/README.md', 'utf8')) ?? [];
    writeFileSync(path.join(folder, 'readme.ts'), lines);
    cpSync('client/examples/streams-to-csv.ts', path.join(folder, 'streams-to-csv.ts'));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
      stdio: 'inherit',
    });

    api = await TestApp.start();
    await withOwner(api.databaseUrl, (client) => loadSeed(client, new Date()));
  }, 120_000);

  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  /** What a compiled program prints. */
  async function runProgram(name: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, API_URL: api.url };
    return (await run(process.execPath, [path.join('out', name), ...args], { cwd: folder, env })).stdout;
  }

  it('works as the lines in its README say', async () => {
    const { body } = await api.get<{ display_name: string; followers: number }[]>(
      '/v1/streamers?sort=followers&limit=1',
    );
    const { error } = (await api.get<{ error: string }>('/v1/streamer/nobody_at_all/thirty-day-stats')).body;
    const first = `${body[0]?.display_name} has ${body[0]?.followers} followers.`;
    expect(await runProgram('readme.js')).toBe(`${first}\n${error}\n`);
  });

  it.each([
    ['하늘', 'haneul_mori', 5],
    ['aurora', 'aurora_plays', 160],
  ])('tells in twenty lines who is live, and writes all streams of whom %s finds', async (query, name, count) => {
    const { body: live } = await api.get<object[]>('/v1/streams/live?limit=20');
    const pages = [0, 100].map((cursor) =>
      api.get<Stream[]>(`/v1/streamer/${name}/recent-streams?limit=100&cursor=${cursor}`),
    );
    const streams = (await Promise.all(pages)).flatMap(({ body }) => body);
    const said = await runProgram('streams-to-csv.js', query);
    expect(said.match(/ is live: /g)).toHaveLength(live.length);
    expect(said).toContain(`\n${count} streams of `);
    const csv = readFileSync(path.join(folder, `${name}.csv`));
    expect(streams).toHaveLength(count);
    expect(parse(csv, { columns: true })).toEqual(
      streams.map(({ id, started_at, title, watchtime }) => ({
        id,
        started_at,
        title: title ?? '',
        watchtime: String(watchtime ?? ''),
      })),
    );
  });
});
