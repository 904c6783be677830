import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { parse } from 'csv-parse/sync';
import '../support/programs/generated-client.js';
import * as client from '../../client/src/index.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { examplePaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import type { TestDatabase } from '../support/database/test-database.js';

const { defaults, handle, HttpError, ok } = client;
const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };
const name = 'aurora_plays';

const functions = client as unknown as Record<string, (query: object) => Promise<{ status: number; data: unknown }>>;

/** The parameters of an example path, by name. */
function parametersOf(template: string, path: string): Record<string, string> {
  const [pathname = '', query] = path.split('?');
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1) ?? [];
  return {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''])),
  };
}

let database: TestDatabase;

beforeAll(async () => (database = await createSeededDatabase()));

afterAll(() => database.drop());

describe('the client that is generated from the OpenAPI document', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token }, databaseUrl: database.url, now: new Date() });
  });

  afterAll(() => api.stop());

  beforeEach(() => Object.assign(defaults, { baseUrl: api.url, headers: authorization }));

  it('has a function for each operation, named by its ID, that returns the body of a response', async () => {
    const { body } = await api.get<OpenAPIObject>('/docs-json');
    for (const [template, { get }] of Object.entries(body.paths)) {
      const operation = get?.operationId ?? '';
      const path = examplePaths[operation] ?? '';
      const answer = await functions[operation]?.(parametersOf(template, path));
      const { body: served, text } = await api.send('GET', path, authorization);
      expect([operation, answer?.status, answer?.data]).toEqual([
        operation,
        200,
        template.endsWith('.svg') ? text : served,
      ]);
    }
  });

  it('has types for parameters and bodies, which the compiler checks', async () => {
    const [stream] = await ok(client.listRecentStreams({ name, limit: 1, from: '2020-01-01' }));
    const texts: (string | null | undefined)[] = [stream?.id, stream?.title];
    const counts: number[] = [
      (await ok(client.findWindowStats({ name, days: 7 }))).previous.watchtime,
      (await ok(client.findLeaderboardPage({ sort: 'followergain' }))).nextCursor,
    ];
    const picture: string = await ok(client.drawBadge({ name, metric: 'followers', theme: 'dark' }));
    expect([texts, counts, picture]).toEqual([
      [expect.any(String), expect.any(String)],
      [expect.any(Number), expect.any(Number)],
      expect.stringMatching(/^<svg /),
    ]);
  });

  it('has a type for the body of each status', async () => {
    const answer = await client.findThirtyDayStats({ name: 'nobody_at_all' });
    expect(answer.status).toBe(404);
    if (answer.status === 404) expect(answer.data.error).toContain('No streamer has this login');
    expect(await handle(client.findStream({ id: '1' }), { 404: ({ error }) => error.length })).toBeGreaterThan(10);
  });

  it('throws the response to a refused request if the caller wants the body of a 200', async () => {
    const refused = ok(client.findLeaderboardPage({ limit: 500 }));
    await expect(refused).rejects.toThrow(HttpError);
    await expect(refused).rejects.toMatchObject({ status: 400, data: { error: expect.stringContaining('limit') } });
    await expect(ok(client.findStatus({ headers: { Authorization: 'no' } }))).rejects.toMatchObject({ status: 401 });
  });

  it('returns the headers of a response', async () => {
    const { headers } = await client.listRecentStreams({ name, limit: 1 });
    expect(headers.get('link')).toContain('cursor=1');
  });
});

interface Stream {
  id: string;
  started_at: string;
  title: string | null;
  watchtime: number | null;
}

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);

/** Compiles a user's program next to the packed client, with strict options. */
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

    api = await TestApp.start({ databaseUrl: database.url });
  });

  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  /** The output of a compiled program. */
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
  ])(
    'lists live streamers in twenty lines, and writes all streams of the streamer that %s finds',
    async (query, name, count) => {
      const { body: live } = await api.get<object[]>('/v1/streams/live?limit=20');
      const pages = [0, 100].map((cursor) =>
        api.get<Stream[]>(`/v1/streamer/${name}/recent-streams?limit=100&cursor=${cursor}`),
      );
      const streams = (await Promise.all(pages)).flatMap(({ body }) => body);
      const said = await runProgram('streams-to-csv.js', query);
      expect(said.match(/ is live: /g)).toHaveLength(live.length);
      expect(said).toContain(` ${count} streams of `);
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
    },
  );
});
