import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../src/database/owner-client.js';
import { freePort } from '../support/http/free-port.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

describe('npm run demo:collect', () => {
  let folder: string;
  let database: TestDatabase;
  let demo: ChildProcess | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(path.join(os.tmpdir(), 'demo-collect-'));
    // If the test runs as root, the server runs as another user, who must be able to open the folder.
    chmodSync(folder, 0o755);
  });

  afterAll(async () => {
    if (demo?.exitCode === null) {
      demo.kill('SIGTERM');
      await once(demo, 'exit');
    }
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('listens on 127.0.0.1 only, and ignores databases from the environment and .env', async () => {
    const file = path.join(folder, 'database-url');
    writeFileSync(file, database.url);
    writeFileSync(path.join(folder, '.env'), `DATABASE_URL=${database.url}\nDATABASE_READER_URL=${database.url}\n`);
    const port = await freePort();
    demo = spawn(process.execPath, [path.resolve('scripts/demo-collect.mjs')], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL_FILE: file,
        DATABASE_READER_URL_FILE: file,
      },
    });
    expect(await collectedSince(demo, port)).not.toBeNull();
    // Another address of this machine.
    await expect(fetch(`http://127.0.0.2:${port}/v1/status`)).rejects.toThrow('fetch failed');
    const { rows } = await withOwner(database.url, (client) => client.query('SELECT s.id FROM streamers s LIMIT 1'));
    expect(rows).toEqual([]);
  });
});

/** The status of the demo's service after the collector has stored a sweep in its database. */
async function collectedSince(demo: ChildProcess, port: number): Promise<string | null> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && demo.exitCode === null; await sleep(500)) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/status`).catch(() => null);
    const status = response?.ok ? ((await response.json()) as { collected_at: string | null }) : null;
    if (status?.collected_at) return status.collected_at;
  }
  return null;
}
