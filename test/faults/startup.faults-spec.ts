import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buildProduct } from '../support/service.js';

const url = 'postgresql://analytics:hunter2@127.0.0.1:1/none';
const tokenWords =
  'must be one or more tokens of at least 16 characters of A-Z a-z 0-9 - . _ ~ + / =, separated by commas.\n';

describe('a service that is set up wrongly', () => {
  let folder: string;

  beforeAll(() => {
    buildProduct();
    folder = mkdtempSync(path.join(os.tmpdir(), 'startup-'));
    writeFileSync(path.join(folder, 'empty'), '\n');
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['a short token', { API_TOKEN: 's3cret' }, `API_TOKEN is (its value is not shown), but ${tokenWords}`],
    [
      'several workers',
      { WORKERS: '2' },
      'WORKERS is set, but one instance is one process: remove it, and run several instances behind a balancer with REDIS_URL (docs/scale.md).\n',
    ],
    [
      'several database servers',
      { DATABASE_READER_URL: 'postgresql://a:s3cret@one,two/d' },
      'DATABASE_READER_URL names several hosts. Name one: the server, or a balancer such as HAProxy before several servers (docs/scale.md).\n',
    ],
    [
      'an empty file of tokens',
      { API_TOKEN_FILE: 'empty' },
      `What is in API_TOKEN_FILE is (its value is not shown), but ${tokenWords}`,
    ],
    [
      'no database',
      { DATABASE_URL: undefined },
      'Set DATABASE_URL, or run "npm start", which brings a PostgreSQL of its own.\n',
    ],
  ])('does not start with %s, says why in words alone, and shows no secret', (_name, env, words) => {
    expect(startWith(env)).toEqual({ status: 1, stdout: '', stderr: words });
  });

  it('does not start without the port for its metrics', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = startWith({ METRICS_PORT: String(port) });
    other.close();
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `METRICS_PORT is ${port}, where the service cannot listen (EADDRINUSE).\n`,
    });
  });

  /** The built service, in a folder without a file `.env`, with what it says until it ends. */
  function startWith(env: NodeJS.ProcessEnv) {
    const options = {
      cwd: folder,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATABASE_URL: url, ...env },
      timeout: 20_000,
      encoding: 'utf8',
    } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/main.js')], options);
    return { status, stdout, stderr };
  }
});
