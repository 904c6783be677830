import { Column, countColumn, textColumn } from '../parts/lists/column.js';
import { csvTexts, joinedTables, listTable, NextText, streamsTable } from './file-table.js';

const columns: readonly Column<{ title: string; viewers: number | null }>[] = [
  textColumn('Title', ({ title }) => title),
  { name: 'Of pages only', show: () => 'shown' },
  countColumn('Average viewers', ({ viewers }) => viewers),
];

const rows = ['방송 ü', '=1+1', 'a, "b"', 'last'].map((title, place) => ({
  title,
  viewers: place === 1 ? null : 0 - place,
}));

async function joined(next: NextText): Promise<string> {
  const text = await next();
  return text === undefined ? '' : text + (await joined(next));
}

function written(total = rows.length, skipped = 0): Promise<string> {
  const table = listTable(columns, (_limit, cursor) => {
    const items = rows.slice(cursor, cursor + 2);
    return Promise.resolve({ items, hasMore: cursor + 2 < rows.length, nextCursor: cursor + 2 + skipped, total });
  });
  return joined(csvTexts(table));
}

it('writes all batches with a byte order mark, one heading, and no formulas', async () => {
  expect(await written()).toBe('\uFEFFTitle,Average viewers\r\n방송 ü,0\r\n"\'=1+1",\r\n"a, ""b""",-2\r\nlast,-3\r\n');
});

it('says in its last row that rows are missing', async () => {
  expect((await written(5)).split('\r\n').slice(-3)).toEqual([
    'last,-3',
    'Incomplete: this file has only the first 4 rows.',
    '',
  ]);
  const first = await written(rows.length, 999_998);
  expect(first.split('\r\n').slice(2)).toEqual([
    `"'=1+1",`,
    '"Incomplete: this file has only the first 1,000,000 rows."',
    '',
  ]);
});

it('joins tables with the same columns, also empty ones', async () => {
  const one = (title: string | null) =>
    listTable(columns, () => {
      const items = title === null ? [] : [{ title, viewers: 1 }];
      return Promise.resolve({ items, hasMore: false, nextCursor: items.length });
    });
  const joinedOnes = (...titles: (string | null)[]) =>
    joined(csvTexts(joinedTables(columns, () => Promise.resolve(titles.map(one)))));
  expect(await joinedOnes('a', null, 'b')).toBe('\uFEFFTitle,Average viewers\r\na,1\r\nb,1\r\n');
  expect(await joinedOnes()).toBe('\uFEFFTitle,Average viewers\r\n');
});

it('says in its last row that it is computed from the newest streams', async () => {
  const cut = (count: number) =>
    joined(csvTexts(streamsTable(columns, () => Promise.resolve({ rows, lists: [[], Array(count)] }))));
  expect(await cut(19_999)).not.toContain('Incomplete');
  expect(await cut(20_000)).toMatch(/\r\n"Incomplete: computed from the newest 20,000 streams of a streamer\."\r\n$/);
});
