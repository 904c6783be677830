import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { Service } from '../support/http/service.js';

describe('the settings of a process', () => {
  let folder: string;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'env-file-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const writeEnv = (...lines: string[]) => writeFileSync(path.join(folder, '.env'), lines.join('\n'));

  it('come from .env, and the environment overrides .env', async () => {
    writeEnv('API_TOKEN=token-of-the-env-file', `DATABASE_URL=${database.url}`, 'RATE_LIMIT=7');
    const service = await Service.start({ RATE_LIMIT: '9' }, [], folder);
    try {
      expect(await service.get('/v1/leaderboard')).toMatchObject({
        status: 401,
        headers: { 'ratelimit-policy': '"default";q=9;w=60' },
      });
      expect(service.log.find(({ msg }) => msg === 'Listening')).toMatchObject({
        access: 'a token is required (1 configured)',
        limits: expect.stringContaining('9 units per client in 60 s'),
      });
    } finally {
      await service.stop();
    }
  });

  it('in .env set the database of commands', () => {
    writeEnv(`DATABASE_URL="${database.url}"`);
    expect(migrate()).toEqual({ status: 0, stdout: 'The tables are up to date.\n', stderr: '' });
  });

  it('are rejected with a message if .env is not a file', () => {
    mkdirSync(path.join(folder, '.env'));
    expect(migrate()).toMatchObject({ status: 2, stderr: expect.stringContaining('The file .env cannot be read (') });
  });

  it.each<[program: string, status: number, ...args: string[]]>([
    ['dist/main.js', 1],
    ['dist/commands/main.js', 2, 'migrate'],
    ['scripts/start.mjs', 1],
    ['scripts/cli.mjs', 2, 'migrate'],
  ])('on an invalid line make %s fail, and no database is created', (program, status, ...args) => {
    writeEnv('# mine', 'DATABASE_URL: postgresql://u:hunter2@localhost/d');
    const { stderr, ...ended } = run(program, ...args);
    expect(ended).toEqual({ status, stdout: '' });
    expect(stderr).toMatch(/^\.env:2: the line cannot be read\..*\n$/);
    expect(existsSync(path.join(folder, 'data'))).toBe(false);
  });

  it('without a database select the embedded one, and the command reports this', () => {
    writeEnv('PORT=1');
    const stderr = expect.stringMatching(/^DATABASE_URL is not set, so the embedded PostgreSQL in \S+ is used\.\n/);
    expect(migrate('scripts/cli.mjs')).toMatchObject({ status: 0, stderr });
    // The name of a streamer is not a request for help.
    expect(run('scripts/cli.mjs', 'forget', '--streamer', 'help')).toMatchObject({ status: 1, stderr });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'a short token next to a valid one',
      { API_TOKEN: 'long-enough-s3cret,s3cret' },
      'API_TOKEN is (its value is not shown), but must be one or more tokens, separated by commas, each of at least 16 characters from A-Z a-z 0-9 - . _ ~ + / =.\n',
    ],
    [
      'a missing file of tokens',
      { API_TOKEN_FILE: 'missing' },
      'API_TOKEN_FILE is "missing", but must be a file that can be read (ENOENT).\n',
    ],
    [
      'no database',
      { DATABASE_URL: undefined },
      'Set DATABASE_URL, or run "npm start", which starts an embedded PostgreSQL.\n',
    ],
  ])('are rejected with %s, with a message that contains no stack and no secret', (_name, env, words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/main.js')], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgresql://analytics:hunter2@127.0.0.1:1/none', ...env },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: words });
  });

  it('are rejected if HOST is not an address of this machine', () => {
    writeEnv(`DATABASE_URL=${database.url}`, 'HOST=192.0.2.1', 'LOG_LEVEL=silent');
    expect(run('dist/main.js')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^HOST is 192\.0\.2\.1, which is not an address of this machine \(EADDRNOTAVAIL\)\. Set/,
      ),
    });
  });

  it('end a command at once if DATABASE_URL lacks the password', () => {
    const url = new URL(database.url);
    url.password = '';
    writeEnv(`DATABASE_URL=${url}`);
    expect(migrate()).toMatchObject({ status: 3, stderr: expect.stringContaining('The database requires a password') });
  });

  const migrate = (program = 'dist/commands/main.js') => run(program, 'migrate');

  function run(program: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve(program), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data') },
      encoding: 'utf8',
      // Less than PostgreSQL waits for a password. Without a result, `status` is null.
      timeout: 55_000,
    });
    return { status, stdout, stderr };
  }
});
