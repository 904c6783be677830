import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { textBytes } from '../../src/ingest/sources/formats/bytes.js';
import { readCsv } from '../../src/ingest/sources/formats/csv.js';
import { readNdjson } from '../../src/ingest/sources/formats/ndjson.js';
import { readPages } from '../../src/ingest/sources/helix/page-reader.js';
import { InputRecord } from '../../src/ingest/sources/input.js';
import { findKind } from '../../src/ingest/kinds/kinds.js';
import { ImportFolder, ndjson } from '../support/data/import-folder.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const streamStart = '{"id":"10","streamer_id":"1","started_at":"2026-11-01T10:00:00Z"';

const here = ImportFolder.whileTesting();

describe('a value that is nested 100,000 deep', () => {
  const deep = nested(100_000);
  const page = `{"data":[${streamStart},"viewer_count":1,"tags":${deep}}]}`;

  it.each([
    ['in NDJSON', 'streams.ndjson', `${streamStart},"tags":${deep}}\n`, [], ':1: is nested deeper than 100 levels'],
    [
      'in CSV',
      'streams.csv',
      `id,streamer_id,started_at,tags\n10,1,2026-11-01T10:00:00Z,"${deep}"\n`,
      [],
      ':2: tags: "[[[',
    ],
    ['in a page of Helix', 'page.json', `${page}\n`, ['--from', 'helix'], ':1: is nested deeper than 100 levels'],
  ])('%s is refused with its line', async (_name, file, text, options, message) => {
    await writeFile(file, text);
    expect(await here.run(...options, file)).toBe(1);
    expect(here.errors).toContain(`${file}${message}`);
  });

  it('is cut in the file of rejects, which can be imported again', async () => {
    await writeFile('streamers.ndjson', `${ndjson(ann)}{"id":${deep}}\n`);
    expect(await here.run('--skip-invalid', 'streamers.ndjson')).toBe(4);
    expect(await here.run('streamers.rejects.ndjson')).toBe(1);
    expect(here.errors).toContain('streamers.rejects.ndjson:1: has no JSON object "record"; correct the record there');
    await writeFile('x.rejects.ndjson', `{"kind":"streamers","record":{"id":${deep}}}\n{"kind":"streamers"}`);
    expect(await here.run('x.rejects.ndjson')).toBe(1);
    expect(here.errors).toContain('x.rejects.ndjson:1: is nested deeper than 100 levels');
  });
});

it('treats a value that is nested 99 deep within a record like any other bad value', async () => {
  await writeFile('streamers.ndjson', `{"id":${nested(99)}}\n{"id":${nested(100)}}\n`);
  expect(await here.run('streamers.ndjson')).toBe(1);
  expect(here.errors).toContain(':1: id: [[[');
  expect(here.errors).toContain(':2: is nested deeper than 100 levels');
});

describe('more rejects than --max-rejects', () => {
  const bad = '{}\n'.repeat(11);

  it.each([[[]], [['--skip-invalid']]])('stop the import, %j', async (options) => {
    await writeFile('streamers.ndjson', `${ndjson(ann)}${bad}`);
    expect(await here.run(...options, '--max-rejects', '10', 'streamers.ndjson')).toBe(1);
    expect(here.errors).toContain('streamers.ndjson:2: id: is missing');
    expect(here.errors).toContain(
      'streamers.ndjson:12: more than 10 records are invalid. Correct the file, or increase --max-rejects. Nothing was imported.',
    );
    expect(await here.count('streamers')).toBe(0);
    expect(await readdir('.')).toEqual(['streamers.ndjson']);
  });

  it('stop the import only above the limit', async () => {
    await writeFile('streamers.ndjson', `${ndjson(ann)}${bad}`);
    expect(await here.run('--skip-invalid', '--max-rejects', '11', 'streamers.ndjson')).toBe(4);
    expect(await here.count('streamers')).toBe(1);
  });

  it('have a default limit of 100,000', async () => {
    await writeFile('streamers.ndjson.gz', gzipSync('{}\n'.repeat(100_001)));
    expect(await here.run('--skip-invalid', 'streamers.ndjson.gz')).toBe(1);
    expect(here.errors).toContain('streamers.ndjson.gz:100001: more than 100,000 records are invalid.');
  });

  it.each(['-1', 'many', '1.5', ''])('cannot have the limit %j', async (text) => {
    expect(await here.run('--max-rejects', text, 'streamers.ndjson')).toBe(2);
    expect(here.errors).toContain('--max-rejects');
  });
});

describe('an input that is not a file, folder or pipe', () => {
  it.each([
    ['a link to a device', 'streamers.ndjson', () => symlink('/dev/zero', 'streamers.ndjson')],
    ['in a folder', 'folder', () => mkdir('folder').then(() => symlink('/dev/zero', 'folder/streamers.ndjson'))],
  ])('is refused, %s', async (_name, given, make) => {
    await make();
    expect(await here.run(given)).toBe(2);
    expect(here.errors).toContain('streamers.ndjson is not a file, folder or pipe.');
  });

  it('does not include a pipe, which is readable', async () => {
    execFileSync('mkfifo', ['streamers.ndjson']);
    createWriteStream('streamers.ndjson').end(ndjson(ann));
    expect(await here.run('streamers.ndjson')).toBe(0);
    expect(await here.count('streamers')).toBe(1);
  });
});

describe('a name that can control the terminal', () => {
  const evil = '\x1b]0;owned\x07\x1b[2J\n\u202E.ndjson';
  const shown = '\\u001b]0;owned\\u0007\\u001b[2J\\u000a\\u202e.ndjson';

  it.each([
    ['of a bad file', `streamers-${evil}`, '{}', [`streamers-${evil}`], `streamers-${shown}:1: id: is missing`],
    ['of a file without a kind', evil, '', [evil], `The name of ${shown} does not begin with a kind.`],
    ['of bad gzip', `streams-${evil}.gz`, 'x', [`streams-${evil}.gz`], `streams-${shown}.gz cannot be read completely`],
  ])('is escaped, %s', async (_name, file, text, args, message) => {
    await writeFile(file, text);
    await here.run(...args);
    expect(here.errors).toContain(message);
    for (const character of ['\x1b', '\x07', '\u202e']) expect(here.errors).not.toContain(character);
  });

  it('is escaped as the name of the file of rejects', async () => {
    await writeFile('streamers.ndjson', '{}');
    await here.run('--skip-invalid', '--rejects', '\x1b[2J', 'streamers.ndjson');
    expect(here.output).toContain('The rejected records are in \\u001b[2J.');
  });
});

describe('a flood', () => {
  const chunk = (text: string) => Buffer.from(text.repeat(Math.ceil((256 * 1024) / text.length)));

  async function* flood(start: string, text: string, megabytes: number): AsyncGenerator<Buffer> {
    yield Buffer.from(start);
    const bytes = chunk(text);
    for (let read = 0; read < megabytes * 1024 * 1024; read += bytes.length) yield bytes;
  }

  /** Reads as many problems as an import. Returns the first three and the length of the longest raw text. */
  async function read(records: AsyncIterable<InputRecord[]>): Promise<{ problems: unknown[]; longest: number }> {
    const problems: unknown[] = [];
    let longest = 0;
    let count = 0;
    for await (const batch of records) {
      for (const { line, problem, raw } of batch) {
        if (problems.length < 3) problems.push(`${line}: ${problem}`);
        if (problem !== null) count += 1;
        longest = Math.max(longest, raw.length);
      }
      if (count > 100_000) break;
    }
    return { problems, longest };
  }

  it('of blank lines contains no records', async () => {
    expect(await read(readNdjson(flood('', '\n', 16), 'x.ndjson'))).toEqual({ problems: [], longest: 0 });
    expect(await read(readNdjson(flood('', ' \t\r\n', 16), 'x.ndjson'))).toEqual({ problems: [], longest: 0 });
    expect(await read(readPages(flood('', '\n', 16)))).toEqual({ problems: [], longest: 0 });
  });

  it('in one line is one problem, cut to 1,000 characters', async () => {
    const problems = ['1: is longer than 1048576 bytes'];
    expect(await read(readNdjson(flood('', '\0', 24), 'x.ndjson'))).toEqual({ problems, longest: 1001 });
    expect(await read(readNdjson(flood('{"id":"', 'x', 24), 'x.ndjson'))).toEqual({ problems, longest: 1001 });
    expect(await read(readPages(flood('{"data":[', '0,', 24)))).toMatchObject({ longest: 1001 });
  });

  it('of fields in a line of CSV stops the file', async () => {
    const reading = read(readCsv(flood('id,login,display_name\n', ',', 20), 'x.csv', findKind('streamers')));
    await expect(reading).rejects.toThrow('x.csv:2: the record is longer than');
    const header = read(readCsv(flood('', 'x,', 20), 'x.csv', findKind('streamers')));
    await expect(header).rejects.toThrow('x.csv:1: the record is longer than');
  });

  it.each([
    [100_000, '1: null'],
    [100_001, '1: is longer than 16777216 bytes or 100000 lines'],
  ])('of lines makes a Helix page invalid above 100,000 lines, here %i', async (lines, problem) => {
    async function* bytes() {
      yield Buffer.from(`{"data":[\n${'1,\n'.repeat(lines - 2)}1\n]}\n`);
    }
    const { problems } = await read(readPages(bytes()));
    expect(problems[0]).toBe(problem);
  });

  // With quadratic cost, the test would exceed its time limit.
  it('of small chunks in a long line has linear cost', async () => {
    async function* bytes() {
      yield Buffer.from('{"data":["');
      const small = Buffer.alloc(64, 'x');
      for (let i = 0; i < 200_000; i++) yield small;
      yield Buffer.from('"]}');
    }
    const { problems } = await read(readPages(textBytes(bytes(), 'x.json')));
    expect(problems).toEqual(['1: null']);
  }, 120_000);
});
