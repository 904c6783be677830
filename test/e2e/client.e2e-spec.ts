import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { parse } from 'csv-parse/sync';
import * as client from '../../client/src/index.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import type { TestDatabase } from '../support/test-database.js';

const { defaults, handle, HttpError, ok } = client;
const token = 'token-of-the-tests-0123456789';
const name = 'aurora_plays';
const id = '40100000001';

/** A request of each operation, and a value of its response with the expected type. The compiler checks these types. */
const requests: Record<string, () => Promise<string | number | boolean | null | undefined>> = {
  listRecentStreams: async () => (await ok(client.listRecentStreams({ name, limit: 1, from: '2020-01-01' })))[0]?.id,
  findThirtyDayStats: async () => (await ok(client.findThirtyDayStats({ name }))).watchtime,
  findWindowStats: async () => (await ok(client.findWindowStats({ name, days: 7 }))).previous.watchtime,
  findStats: async () => (await ok(client.findStats({ names: `${name},nobody` }))).unknown[0],
  listFollowerGraph: async () => (await ok(client.listFollowerGraph({ name })))[0]?.followers,
  listActivePartners: async () => (await ok(client.listActivePartners({ name })))[0]?.root_domain,
  findLeaderboardPage: async () => (await ok(client.findLeaderboardPage({ sort: 'followergain' }))).items[0]?.name,
  listGames: async () => (await ok(client.listGames({ limit: 1 })))[0]?.name,
  findGame: async () => (await ok(client.findGame({ name: 'Minecraft' }))).watchtime,
  drawFollowerGraph: async () => ok(client.drawFollowerGraph({ name, theme: 'dark' })),
  drawBadge: async () => ok(client.drawBadge({ name, metric: 'followers' })),
  drawViewerGraph: async () => ok(client.drawViewerGraph({ id, granularity: 'hourly' })),
  listStreamers: async () => (await ok(client.listStreamers({ query: '하늘' })))[0]?.display_name,
  listLiveStreams: async () => (await ok(client.listLiveStreams({ limit: 2 })))[0]?.viewers,
  findStream: async () => (await ok(client.findStream({ id }))).is_live,
  findMessageStats: async () => (await ok(client.findMessageStats({ id }))).total_messages,
  findStreamBefore: async () => (await ok(client.findStreamBefore({ id }))).started_at,
  listViewerGraph: async () => (await ok(client.listViewerGraph({ id, granularity: 'hourly' })))[0]?.viewers,
  listColabSessions: async () => (await ok(client.listColabSessions({ id })))[0]?.participants[0],
  listPublicEvents: async () => (await ok(client.listPublicEvents({ limit: 1 })))[0]?.title,
  listStreamerEvents: async () => (await ok(client.listStreamerEvents({ name })))[0]?.title,
  findEvent: async () => (await ok(client.findEvent({ id: '300000001' }))).title,
  findStatus: async () => (await ok(client.findStatus())).version,
  checkLiveness: async () => (await ok(client.checkLiveness())).status,
  checkReadiness: async () => (await ok(client.checkReadiness())).status,
};

let database: TestDatabase;

beforeAll(async () => (database = await createSeededDatabase()));

afterAll(() => database.drop());

describe('the client that is generated from the OpenAPI document', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token }, databaseUrl: database.url });
  });

  afterAll(() => api.stop());

  beforeEach(() => Object.assign(defaults, { baseUrl: api.url, headers: { Authorization: `Bearer ${token}` } }));

  it('has a function for each operation, named by its ID', async () => {
    const { body } = await api.get<OpenAPIObject>('/docs-json');
    const ids = Object.values(body.paths).map(({ get }) => get?.operationId);
    expect(Object.keys(requests).sort()).toEqual(ids.sort());
  });

  it.each(Object.entries(requests))('returns the value of %s with its type', async (id, request) => {
    expect(await request()).toEqual(id.startsWith('draw') ? expect.stringMatching(/^<svg /) : expect.anything());
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
  }, 120_000);

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
