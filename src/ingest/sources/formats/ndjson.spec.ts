import { InputRecord } from '../input.js';
import { textBytes } from './bytes.js';
import { readNdjson } from './ndjson.js';

async function read(...chunks: (string | Buffer)[]): Promise<InputRecord[]> {
  async function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const records: InputRecord[] = [];
  for await (const batch of readNdjson(textBytes(bytes(), 'x.ndjson'))) records.push(...batch);
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
