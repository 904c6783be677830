import { textBytes } from '../formats/bytes.js';
import { InputRecord } from '../input.js';
import { readPages } from './page-reader.js';

async function read(text: string | Buffer, size = Infinity): Promise<InputRecord[]> {
  const whole = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
  const pages: InputRecord[] = [];
  for await (const batch of readPages(textBytes(chunks(), 'x.json'))) pages.push(...batch);
  return pages;
}

const page = (id: string) => ({ data: [{ id, tags: [] }], pagination: { cursor: 'x' } });
const found = (pages: InputRecord[]) => pages.map(({ line, record, problem }) => [line, record ?? problem]);

it('reads a page in one line or over many lines', async () => {
  expect(found(await read(JSON.stringify(page('1'))))).toEqual([[1, page('1')]]);
  expect(found(await read(JSON.stringify(page('1'), null, 2)))).toEqual([[1, page('1')]]);
});

it('reads consecutive pages from chunks of any size', async () => {
  const pages = [JSON.stringify(page('1')), '', JSON.stringify(page('2'), null, 1), JSON.stringify(page('3'))];
  const text = `\uFEFF${pages.join('\n')}\n`;
  for (const size of [1, 7, 64, Infinity]) {
    expect(found(await read(text, size))).toEqual([
      [1, page('1')],
      [3, page('2')],
      [14, page('3')],
    ]);
  }
});

it('reads items on separate lines', async () => {
  const text = '{"data":[\n{"id":"1"},\n{"id":"2"}\n],"pagination":{}}\n{"data":[]}\n';
  expect(found(await read(text))).toEqual([
    [1, { data: [{ id: '1' }, { id: '2' }], pagination: {} }],
    [5, { data: [] }],
  ]);
});

it('finds the next page after a page that breaks off', async () => {
  const whole = JSON.stringify(page('2'));
  const [broken, next, last] = await read(`${whole.slice(0, 20)}\n${whole}\n{"data": [\n`);
  expect(broken).toEqual({ line: 1, record: null, problem: 'is not JSON or is cut off', raw: whole.slice(0, 20) });
  expect(next).toMatchObject({ line: 2, record: page('2') });
  expect(last).toMatchObject({ line: 3, record: null, problem: 'is not JSON or is cut off' });
});

const odd = { data: [{ id: 'a } { "x" [ \\', tags: ['],[', '\\"}'] }], pagination: {} };

it.each([
  ['without anything between them', `${JSON.stringify(odd)}${JSON.stringify(page('2'))}{"data":[]}`, [1, 1, 1]],
  ['in an array', JSON.stringify([odd, page('2'), { data: [] }]), [1, 1, 1]],
  ['in an array over lines', JSON.stringify([odd, page('2'), { data: [] }], null, 1), [2, 14, 25]],
  [
    'in an array, one per line',
    `[\n${JSON.stringify(odd)},\n${JSON.stringify(page('2'))},\n{"data":[]}\n]\n`,
    [2, 3, 4],
  ],
  [
    'of files with byte order marks',
    `\uFEFF${JSON.stringify(odd)}\n\uFEFF${JSON.stringify(page('2'))}{"data":[]}`,
    [1, 2, 2],
  ],
])('reads pages %s, in chunks of any size', async (_name, text, lines) => {
  const pages = [odd, page('2'), { data: [] }];
  for (const size of [1, 7, 64, Infinity]) {
    expect(found(await read(text, size))).toEqual(pages.map((one, index) => [lines[index], one]));
  }
});

it('reads an array of pages that is longer than a page may be', async () => {
  const one = JSON.stringify({ data: [{ id: 'x'.repeat(1024 * 1024) }] });
  const pages = await read(`[${Array.from({ length: 20 }, () => one).join(',')}]`, 64 * 1024);
  expect(pages.map(({ problem }) => problem)).toEqual(Array.from({ length: 20 }, () => null));
});

it('finds the next page after a page that breaks off within a text', async () => {
  const text = `[{"data":[{"id":"1\n${JSON.stringify(page('2'), null, 1)}, nonsense {"data":[]}]`;
  expect(found(await read(text))).toEqual([
    [1, 'is not JSON or is cut off'],
    [2, page('2')],
    [12, 'is not JSON or is cut off'],
    [12, { data: [] }],
  ]);
});

it.each([
  ['{"id":"1"}', 'is not a page of Helix: the array "data" is missing'],
  ['{"error":"Unauthorized","status":401}', 'is not a page of Helix: the array "data" is missing'],
  ['{"data":{}}', 'is not a page of Helix: the array "data" is missing'],
  ['null', 'is not a page of Helix: the array "data" is missing'],
  ['nonsense', 'is not JSON or is cut off'],
])('reports %s', async (text, problem) => {
  expect(await read(text)).toEqual([{ line: 1, record: null, problem, raw: text }]);
});

it('reports Latin-1', async () => {
  const [bad, good] = await read(Buffer.from('{"data":["ä"]}\n{"data":[]}', 'latin1'));
  expect(bad).toMatchObject({ line: 1, record: null, problem: 'is not UTF-8' });
  expect(good).toMatchObject({ line: 2, record: { data: [] } });
});
