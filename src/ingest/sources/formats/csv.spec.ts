import { FileError } from '../../errors.js';
import { InputRecord } from '../input.js';
import { Kind } from '../../kinds/kind.js';
import { streamers, streams, viewerSamples } from '../../kinds/kinds.js';
import { textBytes } from './bytes.js';
import { readCsv } from './csv.js';

async function read(kind: Kind, bytes: string | Buffer, size = Infinity): Promise<InputRecord[]> {
  const whole = Buffer.from(bytes);
  async function* chunks() {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
  const records: InputRecord[] = [];
  for await (const batch of readCsv(textBytes(chunks(), 'x.csv'), 'x.csv', kind)) records.push(...batch);
  return records;
}

const samples = (...lines: string[]) => ['stream_id,created_at,viewers', ...lines].join('\n');
const at = '2026-11-01T10:00:00Z';
const streamsHeader = 'id,streamer_id,started_at,title,tags,avg_viewers\n';
const streamOf = async (fields: string) => (await read(streams, `${streamsHeader}5,1,${at},${fields}`))[0];

it('reads records with the types of their columns, and counts lines from 1', async () => {
  expect(await read(viewerSamples, samples(`5,${at},0`, `"5","${at}","12"`, ''))).toEqual([
    { line: 2, record: { stream_id: '5', created_at: at, viewers: 0 }, problem: null, raw: '' },
    { line: 3, record: { stream_id: '5', created_at: at, viewers: 12 }, problem: null, raw: '' },
  ]);
});

it('accepts columns in any order, with or without the optional ones', async () => {
  const [record] = await read(streamers, 'display_name,id,login\nAnn,1,ann\n');
  expect(record?.record).toEqual({ id: '1', login: 'ann', display_name: 'Ann' });
});

it('reads quotes, commas and line breaks within quotes, and an empty field as null', async () => {
  const text = `${streamsHeader}5,1,${at},"a ""b"", c\r\nd\n\ne",,\r\n6,1,${at},"","",7\n`;
  expect(await read(streams, text)).toMatchObject([
    { line: 2, record: { title: 'a "b", c\r\nd\n\ne', tags: null, avg_viewers: null } },
    { line: 6, record: { id: '6', title: null, tags: null, avg_viewers: 7 } },
  ]);
});

it('skips blank lines and a byte order mark, with any line ending', async () => {
  const text = `\uFEFF"stream_id",created_at,viewers\r\n\r\n5,${at},1\n\n5,${at},2\r\n`;
  expect(await read(viewerSamples, text)).toMatchObject([
    { line: 3, record: { viewers: 1 } },
    { line: 5, record: { viewers: 2 } },
  ]);
});

it('reads lines that end in CR, and CR within quotes as LF', async () => {
  const text = `${streamsHeader}5,1,${at},"a\rb",,1\r\n6,1,${at},c,,2\n`.replaceAll(/\r?\n/g, '\r');
  for (const size of [1, 11, Infinity]) {
    expect(await read(streams, text, size)).toMatchObject([
      { line: 2, record: { title: 'a\nb', avg_viewers: 1 } },
      { line: 4, record: { title: 'c', avg_viewers: 2 } },
    ]);
  }
});

it('reads the same records from chunks of any size', async () => {
  const text = `\uFEFF${streamsHeader}5,1,${at},"한국어, ""🎮""\n",a|b,1\r\n6,1,${at},é\n\n7,1,${at},x,,\n`;
  const whole = await read(streams, text);
  expect(whole).toHaveLength(3);
  for (const size of [1, 2, 3, 5, 7, 11, 40]) expect(await read(streams, text, size)).toEqual(whole);
});

it.each([
  ['a|b', ['a', 'b']],
  ['a', ['a']],
  ['"[""a"",""b|c""]"', ['a', 'b|c']],
  ['[]', []],
  ['한국어|English', ['한국어', 'English']],
  ['[a', '[a'],
])('reads the tags %s', async (field, tags) => {
  expect((await streamOf(`x,${field},`))?.record?.tags).toEqual(tags);
});

it.each(['1e3', '-1', '1.5', '007', '+5', ' 5', '0x10', '9007199254740993', 'NaN'])(
  'leaves %s as text, so that the check rejects it',
  async (number) => {
    const [record] = await read(viewerSamples, samples(`5,${at},${number}`));
    expect(record?.record?.viewers).toBe(number);
    expect(() => viewerSamples.toRow(record?.record ?? {})).toThrow(`viewers: ${JSON.stringify(number)} must be`);
  },
);

describe('a file of a spreadsheet', () => {
  const ann = { id: '1', login: 'ann', display_name: 'Ann' };
  const bob = { id: '2', login: 'bob', display_name: 'Bob; or, Rob\t"B"' };
  const rowsOf = (separator: string) => [
    ['id', 'login', 'display_name'].join(separator),
    ['1', 'ann', 'Ann'].join(separator),
    ['2', 'bob', '"Bob; or, Rob\t""B"""'].join(separator),
  ];

  it.each([',', ';', '\t'])('may have the separator %j', async (separator) => {
    const rows = rowsOf(separator);
    const quoted = rows.map((row) => row.replaceAll(/\b(?:id|login|1)\b/g, '"$&"'));
    for (const lines of [rows, quoted, [`sep=${separator}`, ...rows]]) {
      const records = await read(streamers, `\uFEFF${lines.join('\r\n')}`);
      expect(records.map(({ record }) => record)).toEqual([ann, bob]);
    }
  });

  it.each([',', ';', '\t'])(
    'may have blank rows and unnamed empty columns with the separator %j',
    async (separator) => {
      const [header = '', ...others] = rowsOf(separator).map((row) => `${separator}${row}${separator} ${separator}`);
      const blanks = [separator.repeat(5), ['', '""', ' '].join(separator), ' '];
      const records = await read(streamers, [...blanks, header, ...blanks, ...others, ...blanks].join('\n'));
      expect(records).toEqual([
        { line: 8, record: ann, problem: null, raw: '' },
        { line: 9, record: bob, problem: null, raw: '' },
      ]);
    },
  );

  it.each([
    [',,', ''],
    ['', ',,'],
  ])('may have %j after the header, and %j after the other rows', async (afterHeader, afterRows) => {
    const [header, ...others] = rowsOf(',');
    const records = await read(streamers, [header + afterHeader, ...others.map((row) => row + afterRows)].join('\n'));
    expect(records.map(({ record }) => record)).toEqual([ann, bob]);
  });
});

it('reads lines without quotes, and a last line without a line break, like lines after the first quote', async () => {
  const lines = ['', `5,${at},1\r`, '\r', `5,${at},\r2\r`, ',,\r3', '\r\r', `5,,1,`, `5,${at},3\r`];
  const plain = await read(viewerSamples, samples(...lines));
  expect(await read(viewerSamples, samples(...lines).replace('viewers', '"viewers"'))).toEqual(plain);
  expect(plain.map(({ line, record }) => [line, record?.viewers])).toEqual([
    [3, 1],
    [5, '\r2'],
    [6, '\r3'],
    [8, 1],
    [9, 3],
  ]);
});

it.each([
  ['5,6', 'has 2 fields, but the header has 3'],
  [`5,${at},1,2`, 'has a value in column 4, which has no name'],
  [`5,${at},1,, x`, 'has a value in column 5, which has no name'],
  [`"5,""6",${at}`, 'has 2 fields, but the header has 3'],
])('reports %s with its line and text', async (line, problem) => {
  const [, bad, good] = await read(viewerSamples, samples(`5,${at},1`, line, `5,${at},2`));
  expect(bad).toEqual({ line: 3, record: null, problem, raw: line });
  expect(good).toMatchObject({ line: 4, record: { viewers: 2 } });
});

it('reports Latin-1 with its line, and keeps its letters', async () => {
  const bytes = Buffer.concat([
    Buffer.from(streamsHeader),
    Buffer.from(`5,1,${at},Käse,,\n`, 'latin1'),
    Buffer.from(`6,1,${at},Käse,,\n`),
  ]);
  expect(await read(streams, bytes)).toMatchObject([
    { line: 2, record: null, problem: 'is not UTF-8', raw: `5,1,${at},Käse,,` },
    { line: 3, record: { title: 'Käse' } },
  ]);
});

it('skips a record of 1.2 MB', async () => {
  const text = `${streamsHeader}5,1,${at},"${'x\n'.repeat(600_000)}",,\n6,1,${at},y,,\n`;
  const [bad, good] = await read(streams, text, 256 * 1024);
  expect(bad).toMatchObject({ line: 2, record: null, problem: 'is longer than 1048576 bytes' });
  expect(bad?.raw).toHaveLength(1_001);
  expect(good).toMatchObject({ line: 600_003, record: { title: 'y' } });
});

it.each([
  ['', 'x.csv:1: the header is missing'],
  ['\n\n', 'x.csv:1: the header is missing'],
  [
    'stream_id,created_at,viewer\n',
    'x.csv:1: unknown column "viewer"; the columns of viewer_samples are stream_id, created_at, viewers',
  ],
  ['\nstream_id;created_at;viewer\n', 'x.csv:2: unknown column "viewer"; the columns of'],
  ['stream_id|created_at|viewers\n', 'x.csv:1: unknown column "stream_id|created_at|viewers"; the columns of'],
  ['broad_no,user_nick\n', 'x.csv:1: the header looks like an export of SOOP, which is not supported'],
  ['stream_id,viewers\n', 'x.csv:1: missing column created_at'],
  ['viewers\n', 'x.csv:1: missing column stream_id, created_at'],
  ['stream_id,created_at,viewers,viewers\n', 'x.csv:1: the column viewers occurs twice'],
  ['stream_id,created_at,\n', 'x.csv:1: missing column viewers'],
  ['{"stream_id":"5"}\n', 'x.csv:1: the file looks like JSON. Let its name end in .ndjson, or set --format ndjson'],
  ['\n [\n{"stream_id":"5"}\n]', 'x.csv:2: the file looks like JSON'],
  ['<html lang="en">\n', 'x.csv:1: the file looks like HTML or XML, such as an error page'],
  [samples(`5,${at},1`, `5,"${at}"x,1`), 'x.csv:3: there is text after a closing quote'],
  [samples(`5,${at},1`, `5,20"26,1`), 'x.csv:3: an unquoted field contains a quote'],
  [samples(`5,${at},1`, `5,"2026,1`, `6,${at},1`), 'x.csv:3: a closing quote is missing'],
])('rejects the file %#', async (text, message) => {
  await expect(read(viewerSamples, text)).rejects.toThrow(message);
  await expect(read(viewerSamples, text)).rejects.toThrow(FileError);
  await expect(read(viewerSamples, text, 16)).rejects.toThrow(message);
});

it('does not fill the memory if a quote is not closed', async () => {
  const text = samples(`5,"${'x'.repeat(9_000_000)}`);
  await expect(read(viewerSamples, text, 256 * 1024)).rejects.toThrow(
    'x.csv:2: the record is longer than 8388608 bytes',
  );
});

it('lists the optional columns', async () => {
  await expect(read(streamers, 'id,login\n')).rejects.toThrow(
    'x.csv:1: missing column display_name; the optional columns of streamers are profile_image',
  );
});
