import fs, { mkdirSync } from 'node:fs';
import { readdir, readFile, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { findInputs } from '../../src/ingest/sources/files.js';
import { runImport } from '../../src/ingest/ingest.js';
import { ImportFolder, ndjson } from '../support/data/import-folder.js';
import { runCommand } from '../support/programs/run-command.js';
import { createTestDatabase } from '../support/database/test-database.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const stream = { id: '10', streamer_id: '1', started_at: '2026-11-01T10:00:00.000Z' };

/** Within the window of the leaderboard. */
const recent = new Date(Date.now() - 86_400_000).toISOString();

const here = ImportFolder.whileTesting();

it('imports a folder in the order of the kinds, packed or not, and lists ignored files', async () => {
  await writeFile('streams-2026-11.ndjson.gz', gzipSync(ndjson({ ...stream, started_at: recent })));
  await writeFile('streams.ndjson', ndjson({ ...stream, id: '11' }));
  await writeFile('streamers.ndjson', `\uFEFF${ndjson(ann)}`);
  await writeFile('notes.txt', 'nothing');
  await writeFile('streams.rejects.ndjson', 'not this one');
  expect(await here.run('.')).toBe(0);
  expect(here.errors).toBe('Ignored notes.txt.\nIgnored streams.rejects.ndjson.\n');
  expect(here.output).toMatch(/^kind +read +inserted +updated +unchanged +repeated +rejected +seconds$/m);
  expect(here.output).toMatch(/^streamers +1 +1 +0 +0 +0 +0 +\d+\.\d$/m);
  expect(here.output).toMatch(/^streams +2 +2 +0 +0 +0 +0 +\d+\.\d$/m);
  expect(here.output).toMatch(/^The leaderboard now has 1 entry/m);
});

it('reports samples outside of their stream, and sums that are too large', async () => {
  const ended = { ...stream, started_at: recent, ended_at: new Date(Date.now() - 80_000_000).toISOString() };
  const sample = (created_at: string) => ({ stream_id: '10', created_at, viewers: 2 ** 53 - 1 });
  await writeFile('streamers.ndjson', ndjson(ann));
  await writeFile('streams.ndjson', ndjson(ended));
  await writeFile('viewer_samples.ndjson', ndjson(sample(recent), sample('2026-01-01T00:00:00Z')));
  expect(await here.run('.')).toBe(0);
  expect(here.output).toContain('Outside the time of the stream, and ignored in figures: 1 viewer sample.');
  expect(here.output).toContain('The watchtime of 1 stream is more than 9007199254740991, and stored as this value.');
  expect(here.output).toContain('The watchtime of 1 entry is 9007199254740991 or more, and shown as this value.');
});

it('reads standard input', async () => {
  const stdin = Readable.from([Buffer.from(ndjson(ann).slice(0, 9)), Buffer.from(ndjson(ann).slice(9))]);
  expect(await here.runCommand(['import', '-', '--kind', 'streamers'], stdin)).toBe(0);
  expect(await here.count('streamers')).toBe(1);
});

it.each([
  ['nothing', [], 'Specify a file or folder'],
  ['a missing path', ['nowhere'], 'nowhere does not exist.'],
  ['a folder without a known file', ['.'], '. contains no import file.'],
  [
    'standard input of an unknown kind',
    ['-'],
    '- needs --kind, one of streamers, streams, stream_changes, viewer_samples',
  ],
  ['an unknown kind', ['-', '--kind', 'chats'], 'Allowed choices are streamers, streams'],
  ['a folder with a kind', ['.', '--kind', 'streams'], '--kind applies to files and standard input'],
  ['a file without a kind', ['dump.ndjson'], 'The name of dump.ndjson does not begin with a kind.'],
  ['a file of an unknown format', ['streams.xml'], 'The name of streams.xml does not end in .ndjson'],
  ['--rejects alone', ['dump.ndjson', '--kind', 'streams', '--rejects', 'x'], '--rejects requires --skip-invalid.'],
  ['an unknown option', ['--force', 'x'], "unknown option '--force'"],
])('exits with 2 for %s', async (name, args, message) => {
  if (!name.startsWith('a folder')) {
    await writeFile('dump.ndjson', '');
    await writeFile('streams.xml', '');
  }
  expect(await here.run(...args)).toBe(2);
  expect(here.errors).toContain(message);
});

it('exits with 1 and changes nothing if a record is bad', async () => {
  await writeFile('streamers.ndjson', ndjson(ann, { ...ann, id: '02' }, { ...ann, id: '3', login: 'x\u001b[31m' }));
  expect(await here.run('streamers.ndjson')).toBe(1);
  expect(here.errors).toBe(
    [
      'streamers.ndjson:2: id: "02" must be a string of digits without leading zeros, such as "123", up to 9223372036854775807, or an ID of Kick, such as "kick:123"',
      'streamers.ndjson:3: login: "x\\u001b[31m" must be 1 to 25 of the characters a-z, 0-9 and _, or kick: and 1 to 64 of a-z, 0-9, _ and -',
      '2 records are invalid, so nothing was imported. Correct them, or import the others with --skip-invalid.\n',
    ].join('\n'),
  );
  expect(here.output).toBe('');
  expect(await here.count('streamers')).toBe(0);
});

it('writes skipped records to a file that can be repaired and imported', async () => {
  const broken = '{"id":"13","streamer_id":"1","started_at":';
  await writeFile('streamers.ndjson', ndjson(ann));
  await writeFile(
    'streams.ndjson',
    `${ndjson(stream, { ...stream, id: '11', streamer_id: '2' })}{"id":"12","streamer_id":"1","started_at":"2026-11-01T10:00:00Z","watchtime":9007199254740993}\n${broken}\n`,
  );
  await writeFile('viewer_samples.ndjson', Buffer.from('{"stream_id":"10","viewers":"Käse"}', 'latin1'));
  expect(await here.run('--skip-invalid', here.path)).toBe(4);
  expect(await here.count('streams')).toBe(1);
  const file = `${path.basename(here.path)}.rejects.ndjson`;
  expect(here.output).toContain(`The rejected records are in ${file}.`);
  const text = await readFile(file, 'utf8');
  const rejects = text.trimEnd().split('\n');
  expect(rejects.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { kind: 'streams', file: `${here.path}/streams.ndjson`, line: 3, property: 'watchtime', record: { id: '12' } },
    { kind: 'streams', line: 4, property: null, reason: expect.stringMatching(/^is not JSON/), record: broken },
    {
      kind: 'streams',
      line: 2,
      property: 'streamer_id',
      reason: 'no streamer has the ID 2; import the streamer first',
      record: { id: '11', streamer_id: '2', started_at: '2026-11-01T10:00:00.000Z' },
    },
    { kind: 'viewer_samples', line: 1, reason: 'is not UTF-8', record: { viewers: 'Käse' } },
  ]);
  expect(rejects[0]).toContain('"watchtime":9007199254740993}}');

  const repaired = text
    .replace('9007199254740993', '9007199254740991')
    .replace('"streamer_id":"2"', '"streamer_id":"1"')
    .replace('"viewers":"Käse"', '"viewers":5,"created_at":"2026-11-01T11:00:00Z"');
  await writeFile(file, repaired);
  expect(await here.run('--skip-invalid', file)).toBe(4);
  expect(await here.count('streams')).toBe(3);
  expect(await here.count('viewer_samples')).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(repaired);
  const second = await readFile(`${path.basename(here.path)}-2.rejects.ndjson`, 'utf8');
  expect(JSON.parse(second)).toMatchObject({ kind: 'streams', line: 2, record: broken });
});

it('creates no file without rejected records, and overwrites no file', async () => {
  await writeFile('streamers.ndjson', ndjson(ann));
  expect(await here.run('--skip-invalid', '--rejects', 'out.rejects.ndjson', 'streamers.ndjson')).toBe(0);
  await expect(readFile('out.rejects.ndjson')).rejects.toThrow('ENOENT');
  await writeFile('out.rejects.ndjson', 'precious');
  expect(await here.run('--skip-invalid', '--rejects', 'out.rejects.ndjson', 'streamers.ndjson')).toBe(2);
  expect(await here.run('--skip-invalid', '--rejects', 'nowhere/out.ndjson', 'streamers.ndjson')).toBe(2);
  expect(await readFile('out.rejects.ndjson', 'utf8')).toBe('precious');
});

it('exits with 4 if some records were rejected, in a dry run too, and refreshes the leaderboard', async () => {
  await writeFile('streamers.ndjson', ndjson(ann, { id: '2' }));
  expect(await here.run('--skip-invalid', '--dry-run', 'streamers.ndjson')).toBe(4);
  expect(here.output).toContain('Dry run: nothing was changed.');
  expect(await here.count('streamers')).toBe(0);
  expect(await here.count('boards')).toBe(0);
  expect(await here.run('--skip-invalid', 'streamers.ndjson')).toBe(4);
  expect(await here.count('streamers')).toBe(1);
  expect(here.output).toMatch(/^The leaderboard now has 0 entries/m);
});

it('exits with 5 if the data was imported, or an import undone, but the refresh failed; a repetition refreshes', async () => {
  await writeFile('streamers.ndjson', ndjson(ann));
  await writeFile('streams.ndjson', ndjson({ ...stream, started_at: recent }));
  const failing = async (command: () => Promise<number>) => {
    await here.client.query('ALTER TABLE board_entries RENAME TO hidden_entries');
    expect(await command()).toBe(5);
    await here.client.query('ALTER TABLE hidden_entries RENAME TO board_entries');
    return here.errors;
  };
  expect(await failing(() => here.run('.'))).toMatch(
    /board_entries.*\nThe data was imported, but the refresh did not finish\. Run npm run leaderboard:refresh\./,
  );
  expect(await here.run('.')).toBe(0);
  expect(await here.count('board_entries')).toBe(4);
  const undo = () => here.runCommand(['imports', '--undo', '1']);
  expect(await failing(undo)).toContain('Import 1 is undone, but the refresh did not finish.');
  expect(await here.count('board_entries')).toBe(4);
  expect(await undo()).toBe(0);
  expect(here.output).toMatch(/^Import 1 is already undone\.\nThe leaderboard now has 0 entries/);
});

it('reports at once that it may not write the rejects', async () => {
  await writeFile('streamers.ndjson', ndjson(ann));
  // Root may write to every folder.
  const checking = jest.spyOn(fs, 'accessSync').mockImplementation(() => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
  });
  expect(await here.run('--skip-invalid', 'streamers.ndjson')).toBe(2);
  expect(here.errors).toContain(`cannot write to ${process.cwd()}. Set --rejects to a file in another folder.`);
  checking.mockRestore();
});

describe('Helix pages without a time', () => {
  const item = {
    id: '10',
    user_id: '1',
    user_login: 'ann',
    user_name: 'Ann',
    type: 'live',
    title: '',
    viewer_count: 5,
  };
  const page = { data: [{ ...item, started_at: '2026-11-20T10:00:00Z' }], pagination: {} };
  const named = 'streams-20261120T103000Z.json';
  const sampledAt = async () =>
    (await here.client.query<{ at: Date }>('SELECT v.created_at AS at FROM viewer_samples v')).rows.map(({ at }) =>
      at.toISOString(),
    );

  beforeEach(() => writeFile(named, JSON.stringify(page)));

  it('use the time in the name of their file, and the summary reports it', async () => {
    expect(await here.run('--from', 'helix', '.')).toBe(0);
    expect(here.output).toContain(
      '1 page without a time. The import used the time in the file name, 2026-11-20T10:30:00.000Z.\n',
    );
    expect(await sampledAt()).toEqual(['2026-11-20T10:30:00.000Z']);
  });

  it('are read from a folder, except files that begin with a dot', async () => {
    await writeFile(`._${named}`, Buffer.of(0x00, 0x05, 0x16, 0x07));
    expect(await here.run('--from', 'helix', '.')).toBe(0);
    expect(here.errors).toBe(`Ignored ._${named}.\n`);
    expect(await sampledAt()).toHaveLength(1);
  });

  it('are refused if the time in the file name is invalid, unless another time is available', async () => {
    const file = 'streams-2026-13-20T10:30:00Z.json';
    await writeFile(file, JSON.stringify(page));
    expect(await here.run('--from', 'helix', '--skip-invalid', file)).toBe(1);
    expect(here.errors).toMatch(/^streams-2026-13-20T10:30:00Z\.json: the time in the file name is invalid\./);
    expect(await here.run('--from', 'helix', '--at', '2026-11-20T10:30Z', file)).toBe(0);
    await writeFile(file, JSON.stringify({ ...page, at: '2026-11-20T10:40Z' }));
    expect(await here.run('--from', 'helix', file)).toBe(0);
    expect(await sampledAt()).toEqual(['2026-11-20T10:30:00.000Z', '2026-11-20T10:40:00.000Z']);
  });

  it('use the time of --at first, and the summary does not mention it', async () => {
    expect(await here.run('--from', 'helix', '--at', '2026-11-20T11:00:00Z', named)).toBe(0);
    expect(here.output).not.toContain('without a time');
    expect(await sampledAt()).toEqual(['2026-11-20T11:00:00.000Z']);
  });

  it('use the modification time of their file last, and the summary reports it', async () => {
    await writeFile('page.json', JSON.stringify(page));
    await utimes('page.json', 0, new Date('2026-11-20T12:00:00Z').getTime() / 1000);
    expect(await here.run('--from', 'helix', 'page.json')).toBe(0);
    expect(here.output).toContain('used the modification time of the file, 2026-11-20T12:00:00.000Z.\n');
    expect(await sampledAt()).toEqual(['2026-11-20T12:00:00.000Z']);
  });
});

it('recommends a migration for a database without tables', async () => {
  const empty = await createTestDatabase('template1');
  await writeFile('streams.ndjson', ndjson(stream));
  expect(await runCommand(empty.url, ['import', 'streams.ndjson'])).toEqual({
    code: 3,
    output: '',
    errors: expect.stringMatching(
      /^A table is missing from the database \(.+\)\. Run npm run db:migrate to create the table\. Nothing was imported\.\n$/,
    ),
  });
  await empty.drop();
});

describe('a bad file', () => {
  const line = (properties: object) => ndjson({ ...stream, ...properties });
  const csv = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('');
  const count = 'must be an integer from 0 to 9007199254740991';
  const packed = gzipSync(ndjson(...Array.from({ length: 5000 }, (_, i) => ({ ...stream, id: String(i) }))));

  it.each<[name: string, file: string, bytes: string | Buffer, message: string]>([
    ['Latin-1', 'streams.ndjson', Buffer.from(line({ title: 'Käse' }), 'latin1'), ':1: is not UTF-8'],
    ['half a line', 'streams.ndjson', line({}).slice(0, 40), ':1: is not JSON'],
    ['"12" for a number', 'streams.ndjson', line({ watchtime: '12' }), `:1: watchtime: "12" ${count}`],
    [
      '1e3 in CSV',
      'streams.csv',
      csv('id,streamer_id,started_at,watchtime', `10,1,${stream.started_at},1e3`),
      `:2: watchtime: "1e3" ${count}`,
    ],
    ['an unknown streamer', 'streams.ndjson', line({ streamer_id: '9' }), ':1: streamer_id: no streamer has the ID 9'],
  ])('is refused with the place of the record, which --skip-invalid skips: %s', async (_, file, bytes, message) => {
    await writeFile(file, bytes);
    expect(await here.run(file)).toBe(1);
    expect(here.errors).toContain(`${file}${message}`);
    expect(here.errors).toContain('1 record is invalid, so nothing was imported.');
    expect(await here.run('--skip-invalid', file)).toBe(4);
    const reject = JSON.parse(await readFile('streams.rejects.ndjson', 'utf8')) as { line: number; reason: string };
    expect(`${file}${message}`).toContain(`:${reject.line}: `);
    expect(here.errors).toContain(reject.reason);
    expect(await here.count('streams')).toBe(0);
  });

  it.each<[name: string, file: string, bytes: string | Buffer, message: string]>([
    ['a truncated gzip', 'streams.ndjson.gz', packed.subarray(0, packed.length / 2), ' cannot be read completely'],
    [
      'a gzip file with a flipped bit',
      'streams.ndjson.gz',
      flipped(packed, packed.length - 6),
      ' cannot be read completely',
    ],
    [
      'a file that is not compressed',
      'streams.ndjson.gz',
      line({}),
      ' cannot be read completely: it is not compressed with gzip',
    ],
    ['a compressed file', 'streams.ndjson', packed, ':1: the file looks like gzip. Decompress it'],
    [
      'a pretty-printed record',
      'streams.ndjson',
      JSON.stringify(JSON.parse(line({})), null, 2),
      ':1: the file looks like pretty-printed JSON. Each line must be one whole record, such as {"id": …, "streamer_id": …',
    ],
    [
      'data after the end of the gzip stream',
      'streams.ndjson.gz',
      Buffer.concat([packed, Buffer.of(0), packed]),
      ' cannot be read completely: there is data after the end of the compressed data',
    ],
    [
      'UTF-16',
      'streams.ndjson',
      Buffer.from(`\uFEFF${line({})}`, 'utf16le'),
      ':1: the file is not UTF-8, but looks like UTF-16',
    ],
    [
      'a missing column',
      'streams.csv',
      csv('id,started_at', '10,x'),
      ':1: missing column streamer_id; the optional columns of streams are',
    ],
    ['an unclosed quote', 'streams.csv', csv('id,streamer_id,started_at', '10,1,"x'), ':2: a closing quote is missing'],
  ])('stops the import, also with --skip-invalid: %s', async (_, file, bytes, message) => {
    await writeFile(file, bytes);
    for (const options of [[], ['--skip-invalid']]) {
      expect(await here.run(...options, file)).toBe(1);
      expect(here.errors).toContain(`${file}${message}`);
      expect(here.errors).toContain('Nothing was imported.');
    }
    expect(await here.count('streams')).toBe(0);
    expect(await readdir('.')).toEqual([file]);
  });

  it.each(['streams.ndjson', 'streams.csv.gz'])('a missing file %s stops the import', async (file) => {
    await writeFile('streamers.ndjson', ndjson(ann));
    await writeFile(file, line({}));
    const { inputs } = await findInputs(['streamers.ndjson', file]);
    await unlink(file);
    await expect(runImport(here.client, inputs)).rejects.toThrow(
      `${file} cannot be read completely: ENOENT: no such file or directory`,
    );
    expect(await here.count('streamers')).toBe(0);
  });

  it('a folder in place of a file stops the import', async () => {
    mkdirSync('streams.ndjson');
    expect(await here.run('streams.ndjson', '--kind', 'streams')).toBe(2);
    mkdirSync('folder');
    mkdirSync('folder/streams.ndjson');
    expect(await here.run('folder')).toBe(2);
    expect(here.errors).toContain('folder contains no import file.');
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
