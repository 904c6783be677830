import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { CliProcess } from '../support/programs/cli-process.js';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { describeEachFullDisk } from '../support/programs/full-disk.js';
import { ndjson } from '../support/data/import-folder.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const stream = { id: '10', streamer_id: '1', started_at: '2026-11-01T10:00:00.000Z' };
/** More than the buffers on the way hold. */
const many = 200_000;

let cluster: FaultCluster;
let folder: string;

beforeAll(async () => {
  cluster = await FaultCluster.start();
});

afterAll(() => cluster.stop());

beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'import-faults-'))));
afterEach(() => rm(folder, { recursive: true }));

/** Contents of all tables, to detect a partial import. */
async function contents(): Promise<unknown[]> {
  return cluster.asOwner(async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(`
      SELECT (SELECT md5(string_agg(s::text, ',' ORDER BY s.id)) FROM streamers s) AS streamers,
        (SELECT md5(string_agg(s::text, ',' ORDER BY s.id)) FROM streams s) AS streams,
        (SELECT md5(string_agg(v::text, ',' ORDER BY v::text)) FROM viewer_samples v) AS samples,
        (SELECT count(*) FROM follower_points) AS points,
        (SELECT string_agg(d::text, ',' ORDER BY d.kind) FROM data_summary d) AS summary,
        (SELECT string_agg(b::text, ',' ORDER BY b::text) FROM boards b) AS boards,
        (SELECT string_agg(c.relname, ',' ORDER BY c.relname) FROM pg_catalog.pg_class c
          WHERE c.relnamespace = 'public'::regnamespace) AS tables`);
    return rows;
  });
}

/** Starts an import that has copied a large part of its input to the database, and waits for the rest. */
async function startedImport(): Promise<CliProcess> {
  const command = CliProcess.start(cluster.url, ['import', '-', '--kind', 'streamers']);
  for (let from = 0; from < many; from += 10_000) {
    const batch = Array.from({ length: 10_000 }, (_, i) => ({ ...ann, id: String(from + i), login: `x${from + i}` }));
    command.process.stdin.write(ndjson(...batch));
  }
  await untilCopying(command);
  return command;
}

async function untilCopying(command: CliProcess): Promise<void> {
  const { stdin } = command.process;
  const isCopying = () =>
    cluster.asOwner(async (client) => {
      const { rowCount } = await client.query(`
        SELECT FROM pg_catalog.pg_stat_progress_copy c WHERE c.tuples_processed > ${many / 2}`);
      return rowCount === 1;
    });
  for (const deadline = Date.now() + 60_000; !(await isCopying()) || stdin.writableLength > 0; await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`The import does not copy rows: ${command.errors}`);
  }
}

/** Standard error of a command, without progress lines. */
function besideProgress({ errors }: CliProcess): string {
  return errors.replace(/^reading .*\n/gm, '');
}

/** Peak memory of a command, in megabytes. */
async function peakMemory(command: CliProcess): Promise<number> {
  let peak = 0;
  let isRunning = true;
  void command.ended.then(() => (isRunning = false));
  for (; isRunning; await sleep(20)) {
    const status = await readFile(`/proc/${command.process.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }
  return peak;
}

describe('an interrupted import', () => {
  it.each<[NodeJS.Signals, number | string, string]>([
    ['SIGKILL', 'SIGKILL', ''],
    ['SIGINT', 130, 'Interrupted. Nothing was imported.\n'],
    ['SIGTERM', 130, 'Interrupted. Nothing was imported.\n'],
  ])('changes nothing after %s, and does not block the next import', async (signal, code, said) => {
    const before = await contents();
    const command = await startedImport();
    command.process.kill(signal);
    expect(await command.ended).toBe(code);
    expect(besideProgress(command)).toBe(said);
    expect(await contents()).toEqual(before);
    const next = CliProcess.start(cluster.url, ['import', '-', '--kind', 'streamers', '--dry-run']);
    next.process.stdin.end(ndjson(ann));
    expect(await next.ended).toBe(0);
  });

  it.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
    'exits with 3 after %s stops the database, and changes nothing',
    async (signal) => {
      const before = await contents();
      const command = await startedImport();
      cluster.signal(signal);
      const code = await command.ended;
      await cluster.restart();
      expect(code).toBe(3);
      expect(besideProgress(command)).toMatch(
        /^(The database was stopped|The connection to the database was lost|.*terminat.*)\. N/,
      );
      expect(command.errors).toContain('Nothing was imported.');
      expect(await contents()).toEqual(before);
    },
  );
});

describeEachFullDisk('an import into a database that has', (fill) => {
  it('exits with 3, reports the reason, changes nothing, and succeeds when there is space', async () => {
    const points = Array.from({ length: 300_000 }, (_, i) => ({
      streamer_id: '1',
      created_at: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
      followers: i,
    }));
    await writeFile(path.join(folder, 'streamers.ndjson'), ndjson(ann));
    await writeFile(
      path.join(folder, 'follower_points.ndjson'),
      points.map((point) => JSON.stringify(point)).join('\n'),
    );
    const before = await contents();
    const makeRoom = await fill(cluster);
    try {
      const command = CliProcess.start(cluster.url, ['import', folder]);
      expect(await command.ended).toBe(3);
      expect(command.errors).toMatch(
        /(^|\n)(The disk of the database is full \(.+\)|could not extend file .+)\. Nothing was imported\.\n$/,
      );
    } finally {
      await makeRoom();
    }
    expect(await contents()).toEqual(before);
    const next = CliProcess.start(cluster.url, ['import', '--dry-run', folder]);
    expect(await next.ended).toBe(0);
    expect(next.output).toMatch(/^follower_points +300,000 +300,000 /m);
  });
});

describe('an import of a bomb', () => {
  /** Writes a gzip file that unpacks to a number of megabytes. */
  async function bomb(name: string, start: string, text: string, megabytes: number): Promise<string> {
    const gzip = createGzip({ level: 1 });
    const chunk = Buffer.from(text.repeat(Math.ceil(1024 ** 2 / text.length)));
    const file = path.join(folder, name);
    await pipeline(
      [Buffer.from(start), ...Array.from({ length: megabytes }, () => chunk)],
      gzip,
      createWriteStream(file),
    );
    return file;
  }

  it.each([
    ['empty objects', 'streamers.ndjson.gz', '', '{}\n', 1],
    ['one line', 'streamers.ndjson.gz', '{"id":"', 'x', 4],
    ['short lines of letters', 'streamers.csv.gz', 'id,login,display_name\n', 'x,x,x\n', 1],
    ['blank rows', 'streamers.csv.gz', 'id,login,display_name\n', ',,,,\n', 0],
    ['closed brackets', 'helix.json.gz', '{"data":[\n', '}\n', 1],
  ])(
    'of %s ends, uses less than 400 MB, and leaves no file if it imports nothing',
    async (_name, file, start, text, code) => {
      const from = file.startsWith('helix') ? ['--from', 'helix'] : [];
      const bytes = await bomb(file, start, text, 128);
      const command = CliProcess.start(cluster.url, ['import', '--dry-run', '--skip-invalid', ...from, bytes], folder);
      const memory = peakMemory(command);
      expect([await command.ended, command.errors]).toEqual([code, expect.any(String)]);
      expect(await memory).toBeLessThan(400);
      if (code === 1) expect(await readdir(folder)).toEqual([file]);
    },
  );
});

it('waits for another import, logs this, and continues after the other import was killed', async () => {
  const first = await startedImport();
  await writeFile(path.join(folder, 'streamers.ndjson'), ndjson(ann));
  const second = CliProcess.start(cluster.url, ['import', '--dry-run', 'streamers.ndjson'], folder);
  await second.untilSaid('Another import is running; waiting for it to finish.');
  first.process.kill('SIGKILL');
  expect(await second.ended).toBe(0);
  expect(second.output).toMatch(/^kind +read +inserted +updated +unchanged +repeated +rejected +seconds$/m);
});

it('exits with 3 if the database is unreachable', async () => {
  await writeFile(path.join(folder, 'streamers.ndjson'), ndjson(ann));
  const url = 'postgres://postgres:s3cret@127.0.0.1:1/nothing';
  const command = CliProcess.start(url, ['import', 'streamers.ndjson'], folder);
  expect(await command.ended).toBe(3);
  expect(command.errors).toBe(
    'The database in DATABASE_URL is unreachable (connect ECONNREFUSED 127.0.0.1:1). Start the database, or correct DATABASE_URL.\n',
  );
});

it('exits with 3 if the embedded PostgreSQL does not start', async () => {
  await writeFile(path.join(folder, 'streamers.ndjson'), ndjson(ann));
  await mkdir(path.join(folder, 'database', 'postgres', 'data'), { recursive: true });
  await writeFile(path.join(folder, 'database', 'postgres', 'password'), 's3cret');
  const program = path.resolve('scripts/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, 'import', path.join(folder, 'streamers.ndjson')], {
    env: { ...process.env, DATABASE_URL: '', DATABASE_URL_FILE: '', DATA_DIR: path.join(folder, 'database') },
    encoding: 'utf8',
  });
  expect(stderr).toContain('PostgreSQL');
  expect(stderr).not.toContain('s3cret');
  expect(status).toBe(3);
});

it('exits with 1 and changes nothing if the rejects file cannot grow', async () => {
  const before = await contents();
  const bad = Array.from({ length: 1000 }, () => ({ ...stream, title: 5 }));
  await writeFile(path.join(folder, 'streams.ndjson'), ndjson(stream, ...bad));
  const command = CliProcess.startLimited(cluster.url, ['import', '--skip-invalid', 'streams.ndjson'], folder, 8);
  expect(await command.ended).toBe(1);
  expect(command.errors).toContain('streams.rejects.ndjson cannot be written: EFBIG: file too large');
  expect(await readdir(folder)).toEqual(['streams.ndjson']);
  expect(await contents()).toEqual(before);
});
