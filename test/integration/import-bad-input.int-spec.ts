import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { findInputs } from '../../src/commands/import/files.js';
import { Importer } from '../../src/commands/import/importer.js';
import { describeWhere } from '../support/describe-where.js';
import { ImportFolder, ndjson } from '../support/import-folder.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const stream = { id: '10', streamer_id: '1', started_at: '2026-11-01T10:00:00.000Z' };

const here = ImportFolder.whileTesting();

beforeEach(async () => {
  await writeFile('ann.ndjson', ndjson(ann));
  await here.run('ann.ndjson', '--kind', 'streamers');
});

const line = (properties: object) => ndjson({ ...stream, ...properties });
const csv = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');
const count = 'must be an integer from 0 to 9007199254740991';
const date = 'must be an ISO 8601 date and time with zone of the years 1970 to 2100';
const packed = gzipSync(ndjson(...Array.from({ length: 5000 }, (_, i) => ({ ...stream, id: String(i) }))));

type BadFile = [name: string, file: string, bytes: string | Buffer, message: string];

describe.each<BadFile>([
  ['Latin-1', 'streams.ndjson', Buffer.from(line({ title: 'Käse' }), 'latin1'), ':1: is not UTF-8'],
  [
    'Latin-1 in CSV',
    'streams.csv',
    Buffer.from(csv('id,streamer_id,started_at,title', `10,1,${stream.started_at},Käse`), 'latin1'),
    ':2: is not UTF-8',
  ],
  ['a line of 10 MB', 'streams.ndjson', line({ title: 'x'.repeat(10_000_000) }), ':1: is longer than 1048576 bytes'],
  ['half a line', 'streams.ndjson', line({}).slice(0, 40), ':1: is not JSON'],
  ['an array', 'streams.ndjson', '[{}]\n', ':1: is not a JSON object'],
  ['"12" for a number', 'streams.ndjson', line({ watchtime: '12' }), `:1: watchtime: "12" ${count}`],
  ['-1', 'streams.ndjson', line({ watchtime: -1 }), `:1: watchtime: -1 ${count}`],
  ['1.5', 'streams.ndjson', line({ watchtime: 1.5 }), `:1: watchtime: 1.5 ${count}`],
  [
    '9007199254740993',
    'streams.ndjson',
    line({ watchtime: 0 }).replace(':0}', ':9007199254740993}'),
    `:1: watchtime: 9007199254740992 ${count}`,
  ],
  ...['1e3', '-1', '9007199254740993', '+5', '0x10', '007'].map((text): BadFile => [
    `${text} in CSV`,
    'streams.csv',
    csv('id,streamer_id,started_at,watchtime', `10,1,${stream.started_at},${text}`),
    `:2: watchtime: "${text}" ${count}`,
  ]),
  ...['2026-11-01T10:00:00', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '2026-02-30T00:00:00Z'].map(
    (text): BadFile => [
      `the date ${text}`,
      'streams.ndjson',
      line({ started_at: text }),
      `:1: started_at: "${text}" ${date}`,
    ],
  ),
  ['an id with leading zeros', 'streams.ndjson', line({ id: '007' }), ':1: id: "007" must be a string of digits'],
  ['an id that is a number', 'streams.ndjson', line({ id: 7 }), ':1: id: 7 must be a string of digits'],
  [
    'a stream of an unknown streamer',
    'streams.ndjson',
    line({ streamer_id: '9' }),
    ':1: streamer_id: 9 is the id of no',
  ],
])('%s', (_name, file, bytes, message) => {
  it('is refused with its place, and nothing is imported', async () => {
    await writeFile(file, bytes);
    expect(await here.run(file)).toBe(1);
    expect(here.errors).toContain(`${file}${message}`);
    expect(here.errors).toContain('1 record is bad, so nothing was imported.');
    expect(await here.count('streams')).toBe(0);
  });

  it('goes to a file with --skip-invalid', async () => {
    await writeFile(file, bytes);
    expect(await here.run('--skip-invalid', file)).toBe(4);
    const reject = JSON.parse(await readFile('streams.rejects.ndjson', 'utf8')) as { line: number; reason: string };
    expect(`${file}${message}`).toContain(`:${reject.line}: `);
    expect(here.errors).toContain(reject.reason);
    expect(await here.count('streams')).toBe(0);
  });
});

describe.each<BadFile>([
  ['a truncated gzip', 'streams.ndjson.gz', packed.subarray(0, packed.length / 2), ' cannot be read to its end'],
  ['a gzip with a flipped bit', 'streams.ndjson.gz', flipped(packed, packed.length - 6), ' cannot be read to its end'],
  ['gzip that is none', 'streams.ndjson.gz', Buffer.from(line({})), ' cannot be read to its end: incorrect header'],
  [
    'something behind the end of gzip',
    'streams.ndjson.gz',
    Buffer.concat([packed, Buffer.of(0), packed]),
    ' cannot be read to its end: there is something behind the end of the packed data',
  ],
  [
    'UTF-16',
    'streams.ndjson',
    Buffer.from(`\uFEFF${line({})}`, 'utf16le'),
    ':1: the file is not UTF-8, but looks like UTF-16',
  ],
  [
    'packed CSV in UTF-16',
    'streams.csv.gz',
    gzipSync(Buffer.from(`\uFEFF${csv('id,streamer_id,started_at', '10,1,x')}`, 'utf16le').swap16()),
    ':1: the file is not UTF-8, but looks like UTF-16',
  ],
  [
    'UTF-16 without a mark',
    'streams.csv',
    Buffer.from(csv('id,streamer_id,started_at', '10,1,x'), 'utf16le'),
    ':1: the file is not UTF-8, but looks like UTF-16',
  ],
  ['a missing column', 'streams.csv', csv('id,started_at', '10,x'), ':1: missing column streamer_id; of streams, only'],
  ['an unknown column', 'streams.csv', csv('id,streamer,started_at', '10,1,x'), ':1: unknown column "streamer"; the'],
  ['a quote that is not closed', 'streams.csv', csv('id,streamer_id,started_at', '10,1,"x'), ':2: a quote is never'],
])('%s', (_name, file, bytes, message) => {
  it.each([[[]], [['--skip-invalid']]])('stops the import, %j', async (options) => {
    await writeFile(file, bytes);
    expect(await here.run(...options, file)).toBe(1);
    expect(here.errors).toContain(`${file}${message}`);
    expect(here.errors).toContain('Nothing was imported.');
    expect(await here.count('streams')).toBe(0);
    expect((await readdir('.')).filter((name) => name.includes('rejects'))).toEqual([]);
  });
});

it.each(['streams.ndjson', 'streams.csv.gz'])('%s that vanishes stops the import', async (file) => {
  await writeFile('streamers.ndjson', ndjson({ ...ann, id: '2', login: 'bob' }));
  await writeFile(file, line({}));
  const { inputs } = await findInputs(['streamers.ndjson', file]);
  await unlink(file);
  await expect(new Importer(here.client).run(inputs)).rejects.toThrow(
    `${file} cannot be read to its end: ENOENT: no such file or directory`,
  );
  expect(await here.count('streamers')).toBe(1);
});

it('a folder in the place of a file stops the import', async () => {
  mkdirSync('streams.ndjson');
  expect(await here.run('streams.ndjson', '--kind', 'streams')).toBe(2);
  mkdirSync('folder');
  mkdirSync('folder/streams.ndjson');
  expect(await here.run('folder')).toBe(2);
  expect(here.errors).toContain('folder holds no import file.');
});

// Where nobody may mount, a limit for the size of files does the same to the built command, among the faults.
const smallDisk = mountSmallDisk();

describeWhere(smallDisk !== null, 'a full disk in the place of the rejects file', 'nobody may mount one here', () => {
  const disk = smallDisk ?? '';

  afterAll(() => {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  });

  it('stops the import, and leaves no file', async () => {
    const bad = Array.from({ length: 1000 }, () => ({ ...stream, title: 5 }));
    await writeFile('streams.ndjson', ndjson(stream, ...bad));
    const rejects = path.join(disk, 'x.rejects.ndjson');
    expect(await here.run('--skip-invalid', '--rejects', rejects, 'streams.ndjson')).toBe(1);
    expect(here.errors).toContain(`${rejects} cannot be written: ENOSPC: no space left on device`);
    expect(here.errors).toContain('Nothing was imported.');
    expect(await here.count('streams')).toBe(0);
    expect(await readdir(disk)).toEqual([]);
  });
});

/** A folder with room for 16 KB; null where this process may not mount one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return null;
  }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
