import { InputRecord } from '../input.js';
import { readPages } from './pages.js';

async function read(text: string | Buffer, size = Infinity): Promise<InputRecord[]> {
  const whole = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
  const pages: InputRecord[] = [];
  for await (const batch of readPages(chunks())) pages.push(...batch);
  return pages;
}

const page = (id: string) => ({ data: [{ id, tags: [] }], pagination: { cursor: 'x' } });
const found = (pages: InputRecord[]) => pages.map(({ line, record, problem }) => [line, record ?? problem]);

it('reads a page in one line, or spread over many', async () => {
  expect(found(await read(JSON.stringify(page('1'))))).toEqual([[1, page('1')]]);
  expect(found(await read(JSON.stringify(page('1'), null, 2)))).toEqual([[1, page('1')]]);
});

it('reads pages one after the other, whatever chunks they come in', async () => {
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

it('reads items that stand in a line each', async () => {
  const text = '{"data":[\n{"id":"1"},\n{"id":"2"}\n],"pagination":{}}\n{"data":[]}\n';
  expect(found(await read(text))).toEqual([
    [1, { data: [{ id: '1' }, { id: '2' }], pagination: {} }],
    [5, { data: [] }],
  ]);
});

it('finds the next page behind one that breaks off', async () => {
  const whole = JSON.stringify(page('2'));
  const [broken, next, last] = await read(`${whole.slice(0, 20)}\n${whole}\n{"data": [\n`);
  expect(broken).toEqual({ line: 1, record: null, problem: 'is not JSON, or breaks off', raw: whole.slice(0, 20) });
  expect(next).toMatchObject({ line: 2, record: page('2') });
  expect(last).toMatchObject({ line: 3, record: null, problem: 'is not JSON, or breaks off' });
});

it.each([
  ['{"error":"Unauthorized","status":401}', 'is no page of Helix: it has no array "data"'],
  ['[{"id":"1"}]', 'is no page of Helix: it has no array "data"'],
  ['{"data":{}}', 'is no page of Helix: it has no array "data"'],
  ['null', 'is no page of Helix: it has no array "data"'],
  ['nonsense', 'is not JSON, or breaks off'],
])('reports %s', async (text, problem) => {
  expect(await read(text)).toEqual([{ line: 1, record: null, problem, raw: text }]);
});

it('reports Latin-1', async () => {
  const [bad, good] = await read(Buffer.from('{"data":["ä"]}\n{"data":[]}', 'latin1'));
  expect(bad).toMatchObject({ line: 1, record: null, problem: 'is not UTF-8' });
  expect(good).toMatchObject({ line: 2, record: { data: [] } });
});
