import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { makeServerFolder } from '../support/database/server-folder.js';

describe('EmbeddedPostgres', () => {
  // Most tests share a folder because creating a database is slow.
  let folder: string;
  let started: EmbeddedPostgres[] = [];

  beforeAll(() => {
    folder = makeServerFolder();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  afterEach(async () => {
    for (const server of started) await server.stop();
    started = [];
  });

  const start = async (dataDir = folder) => {
    const server = await EmbeddedPostgres.start({ dataDir, durable: false });
    started.push(server);
    return server;
  };

  it('starts on an empty folder with a database in UTF-8', async () => {
    const { url } = await start();

    expect(await query(url, 'SELECT 1 AS one, current_database() AS name')).toEqual([{ one: 1, name: 'analytics' }]);
    expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  });

  it('accepts no connection with a wrong password', async () => {
    const { url } = await start();

    await expect(query(Object.assign(new URL(url), { password: 'wrong' }).href, 'SELECT 1')).rejects.toThrow(
      /password/,
    );
  });

  it('keeps its data between starts', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE stopped AS SELECT 7 AS n');
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();

    const second = await start();

    expect(await query(second.url, 'SELECT n FROM stopped')).toEqual([{ n: 7 }]);
  });

  it('refuses data of another major version of PostgreSQL, and describes the solution', async () => {
    const own = makeServerFolder();
    try {
      const server = await start(own);
      await server.stop();
      const file = path.join(server.filesDir, 'PG_VERSION');
      const brought = readFileSync(file, 'utf8').trim();
      writeFileSync(file, '14\n');
      const refused = `The database in ${own} was created by PostgreSQL 14. This version of the service contains PostgreSQL ${brought}`;
      await expect(start(own)).rejects.toThrow(refused);
      await expect(start(own)).rejects.toThrow('npm run restore -- analytics.backup.gz');
      writeFileSync(file, `${brought}\n`);
      await start(own);
    } finally {
      for (const server of started) await server.stop();
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('refuses a folder that it cannot create', async () => {
    const inFile = path.resolve('package.json', 'data');
    await expect(start(inFile)).rejects.toThrow(
      `DATA_DIR is ${inFile}, but must be a folder that this user can create and write (ENOTDIR).`,
    );
  });

  it('shares the server of a running process, and stops with the last user', async () => {
    const first = await start();
    const second = await start();

    expect(second.url).toBe(first.url);
    await second.stop();
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
  });

  it('starts once when two processes start at the same time', async () => {
    const [first, second] = await Promise.all([start(), start()]);

    expect(second.url).toBe(first.url);
  });

  it('takes over the server of a process that was killed', async () => {
    const { url } = await start();
    pretendThatUsersWereKilled(folder);

    const heir = await start();

    expect(heir.url).toBe(url);
    await heir.stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow();
  });

  it('starts again on the same port after PostgreSQL itself was killed', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE killed AS SELECT 7 AS n');
    await query(first.url, 'CHECKPOINT');
    process.kill(postmasterPid(first), 'SIGKILL');

    const second = await start();

    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT n FROM killed')).toEqual([{ n: 7 }]);
  });

  it('starts if the PID of a killed server now belongs to another program', async () => {
    const first = await start();
    await first.stop();
    const lines = [process.pid, first.filesDir, 1, new URL(first.url).port, '', '127.0.0.1', '', 'ready'];
    writeFileSync(path.join(first.filesDir, 'postmaster.pid'), lines.join('\n'));

    const second = await start();

    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts after its first start was interrupted', async () => {
    const interrupted = makeServerFolder();
    mkdirSync(path.join(interrupted, 'postgres.new-x', 'data'), { recursive: true });
    writeFileSync(path.join(interrupted, 'lock'), endedProcess());

    const { url } = await start(interrupted);

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(interrupted)).not.toContain('postgres.new-x');
    await started[0]?.stop();
    rmSync(interrupted, { recursive: true, force: true });
  });

  it('stores its data elsewhere if its unprivileged user cannot enter the folder', async () => {
    const closed = makeServerFolder();
    chmodSync(closed, 0o700);
    const dataDir = path.join(closed, 'data');
    const first = await start(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();

    const second = await start(dataDir);

    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(second.filesDir.startsWith(closed)).toBe(process.getuid?.() !== 0);
    await second.stop();
    rmSync(path.dirname(second.filesDir), { recursive: true, force: true });
    rmSync(closed, { recursive: true, force: true });
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

function postmasterPid({ filesDir }: EmbeddedPostgres): number {
  return Number(readFileSync(path.join(filesDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function pretendThatUsersWereKilled(dataDir: string): void {
  const users = path.join(dataDir, 'users');
  for (const user of readdirSync(users)) writeFileSync(path.join(users, user), endedProcess());
}

function endedProcess(): string {
  return `${spawnSync(process.execPath, ['--version']).pid} 1`;
}
