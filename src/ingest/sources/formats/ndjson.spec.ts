import { gzipSync } from 'node:zlib';
import { FileError } from '../../errors.js';
import { streamers } from '../../kinds/kinds.js';
import { InputRecord } from '../input.js';
import { textBytes } from './bytes.js';
import { readNdjson } from './ndjson.js';

async function read(...chunks: (string | Buffer)[]): Promise<InputRecord[]> {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const records: InputRecord[] = [];
  for await (const batch of readNdjson(textBytes(bytes(), 'x.ndjson'), 'x.ndjson', streamers)) records.push(...batch);
  return records;
}

const linesOf = (records: InputRecord[]) => records.map(({ line, record, problem }) => [line, record ?? problem]);

it.each(['\r', '\r\n', '\n'])('reads lines that end in %j, in chunks of any size', async (end) => {
  const whole = [`{"a":1}`, '', `{"a":"\\r"}`, ''].join(end);
  for (const size of [1, 2, 7, 8, 9, 100]) {
    const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
      whole.slice(i * size, (i + 1) * size),
    );
    expect(linesOf(await read(...chunks))).toEqual([
      [1, { a: 1 }],
      [3, { a: '\r' }],
    ]);
  }
});

it('skips blank lines and a byte order mark, and counts the lines', async () => {
  expect(linesOf(await read('\uFEFF{"a":1}\n\n  \t\r\n{"a":2}\n'))).toEqual([
    [1, { a: 1 }],
    [4, { a: 2 }],
  ]);
});

it('reads the same records from chunks of any size', async () => {
  const text = '{"title":"한국어 🎮"}\n\n{"title":"é"}\nnonsense\n{"title":"last"}';
  const whole = await read(text);
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 5, 7, 11, 40]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    expect(await read(...chunks)).toEqual(whole);
  }
});

it.each([
  ['{"a":1', /^is not JSON: /],
  ['nonsense', /^is not JSON: /],
  ['[1]', /^is not a JSON object$/],
  ['null', /^is not a JSON object$/],
  ['5', /^is not a JSON object$/],
])('reports %s with its line', async (line, problem) => {
  const [, bad, good] = await read(`{"a":1}\n${line}\n{"a":2}\n`);
  expect(bad).toEqual({ line: 2, record: null, problem: expect.stringMatching(problem), raw: line });
  expect(good).toMatchObject({ line: 3, record: { a: 2 } });
});

it('reports Latin-1 with its line, and keeps its letters', async () => {
  const latin1 = Buffer.from('{"title":"Käse"}\n', 'latin1');
  const records = await read(Buffer.concat([Buffer.from('{"a":1}\n'), latin1, Buffer.from('{"title":"Käse"}\n')]));
  expect(records[0]?.problem).toBeNull();
  expect(records[1]).toEqual({ line: 2, record: null, problem: 'is not UTF-8', raw: '{"title":"Käse"}' });
  expect(records[2]?.record).toEqual({ title: 'Käse' });
});

it.each([64 * 1024, 11 * 1024 * 1024])('skips a line of 10 MB in chunks of %d', async (size) => {
  const bytes = Buffer.from(`{"a":1}\n{"title":"${'x'.repeat(10_000_000)}"}\n{"a":3}\n`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const records = await read(...chunks);
  expect(linesOf(records)).toEqual([
    [1, { a: 1 }],
    [2, 'is longer than 1048576 bytes'],
    [3, { a: 3 }],
  ]);
  expect(records[1]?.raw).toHaveLength(1_001);
});

it('accepts a line of exactly 1 MiB and no longer one', async () => {
  const line = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  expect(await read(`${line(1024 * 1024)}\n`)).toMatchObject([{ problem: null }]);
  expect(await read(`${line(1024 * 1024 + 1)}\n`)).toMatchObject([{ problem: 'is longer than 1048576 bytes' }]);
  expect(await read(line(1024 * 1024 + 1))).toMatchObject([{ problem: 'is longer than 1048576 bytes' }]);
});

const pretty =
  'the file looks like pretty-printed JSON. Each line must be one whole record, such as {"id": …, "login": …';
const array = 'the file looks like a JSON array. Each line must be one whole record, such as {"id": …, "login": …';

it.each<[text: string | Buffer, problem: string]>([
  ['{\n  "id": "1",\n  "login": "a"\n}\n', pretty],
  ['\uFEFF\r\n{ "id": "1",\r\n\r\n\t"tags": ["a"]}\r\n{\r\n"id":"2"}', pretty],
  ['{\n}', pretty],
  ['[\n{"id":"1"},\n{"id":"2"}\n]\n', array],
  [' [{"id":"1"},{"id":"2"}]', array],
  ['id,login,display_name\n', 'the file looks like CSV. Let its name end in .csv, or set --format csv'],
  ['"name";"login"\r\n', 'the file looks like CSV.'],
  ['\n<!DOCTYPE html>\n', 'the file looks like HTML or XML, such as an error page'],
  ['PK\x03\x04\x14', 'the file looks like a spreadsheet or another ZIP archive. Save it as CSV'],
  [Buffer.of(0xd0, 0xcf, 0x11, 0xe0), 'the file looks like a spreadsheet. Save it as CSV'],
  [gzipSync('{"id":"1"}'), 'the file looks like gzip. Decompress it, or let its name end in .gz'],
  [Buffer.of(0x28, 0xb5, 0x2f, 0xfd), 'the file looks like zstd. Decompress it, or let its name end in .zst'],
  ['BZh91AY', 'the file looks like bzip2. Decompress it'],
  [Buffer.of(0xfd, 0x37, 0x7a, 0x58, 0x5a), 'the file looks like xz. Decompress it'],
])('rejects the file %#, which has another format', async (text, problem) => {
  await expect(read(text)).rejects.toThrow(`x.ndjson:1: ${problem}`);
  await expect(read(text)).rejects.toThrow(FileError);
});

it.each([
  ['a broken first record', '{"id":"1",\n"login":"a"}\n{"id":"2"}\n'],
  ['a record that was cut off', '{"id":"1","log'],
  ['a first line of text', 'id\n{"id":"2"}\n'],
  ['names of columns in a text', '{"title":"a,login,b"}\n{'],
  ['an array after a record', '{"id":"1"}\n[{"id":"2"}]\n'],
])('reads a file with %s line by line', async (_, text) => {
  expect((await read(text)).some(({ problem }) => problem !== null)).toBe(true);
});

it('reads an empty file', async () => {
  expect(await read('')).toEqual([]);
});
