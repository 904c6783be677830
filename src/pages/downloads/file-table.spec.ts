import { csvTexts, FileColumn, fileTime, jsonTexts, listTable, rowsTable } from './file-table.js';

const columns: readonly FileColumn<{ title: string; viewers: number | null }>[] = [
  ['Title', ({ title }) => title],
  ['Average viewers', ({ viewers }) => viewers],
];

const rows = ['방송 ü', '=1+1', 'a, "b"', 'last'].map((title, place) => ({
  title,
  viewers: place === 1 ? null : 0 - place,
}));

async function joined(texts: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all.join('');
}

function written(most?: number, total = rows.length, textsOf = csvTexts): Promise<string> {
  const table = listTable(columns, (_limit, cursor) => {
    const items = rows.slice(cursor, cursor + 2);
    return Promise.resolve({ items, hasMore: cursor + 2 < rows.length, nextCursor: cursor + 2, total });
  });
  return joined(textsOf(table, most));
}

it('writes all batches with a byte order mark, one heading, and no formulas', async () => {
  expect(await written()).toBe('\uFEFFTitle,Average viewers\r\n방송 ü,0\r\n\'=1+1,\r\n"a, ""b""",-2\r\nlast,-3\r\n');
});

it('says in its last row that rows are missing', async () => {
  expect((await written(3)).split('\r\n').slice(-3)).toEqual([
    '"a, ""b""",-2',
    'Incomplete: this file has only the first 3 rows.',
    '',
  ]);
  expect(await written(4)).not.toContain('Incomplete');
  expect(await written(9, 5)).toContain('Incomplete: this file has only the first 4 rows.');
});

it('writes the same rows as JSON, with null for an empty cell', async () => {
  const all: unknown = JSON.parse(await written(undefined, undefined, jsonTexts));
  expect(all).toEqual(rows.map(({ title, viewers }) => ({ Title: title, 'Average viewers': viewers })));
  expect(JSON.parse(await written(3, undefined, jsonTexts))).toContainEqual(
    expect.objectContaining({ Title: 'Incomplete: this file has only the first 3 rows.' }),
  );
});

it('writes JSON without rows, and both columns of one heading', async () => {
  const load = (count: number) =>
    rowsTable([...columns.slice(0, 1), ...columns.slice(0, 1)], () => Promise.resolve(rows.slice(0, count)));
  expect(await joined(jsonTexts(load(0)))).toBe('[]\n');
  expect(JSON.parse(await joined(jsonTexts(load(1))))).toEqual([{ Title: '방송 ü', 'Title (2)': '방송 ü' }]);
});

it('writes times so that spreadsheets read them', () => {
  expect(fileTime('2026-11-24T21:18:45.000Z')).toBe('2026-11-24 21:18');
});
