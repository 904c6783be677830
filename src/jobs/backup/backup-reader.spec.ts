import { BackupError, BackupHeader, BackupReader, endOfRows, format } from './backup-reader.js';

const rows = ['', 'a\n', '\\\\.\n', '\n', '\\N\tx\n\\\\.x\n'];
const header: BackupHeader = {
  format,
  takenAt: '2026-11-21T09:41:00.000Z',
  migrations: ['one', 'two'],
  partitions: [],
  sequences: [{ name: 's', value: '7' }],
  tables: rows.map((_, index) => ({ name: `t${index}`, columns: ['a', 'b'] })),
};
const contentsOf = (first: unknown) =>
  [`${JSON.stringify(first)}\n`, ...rows.map((lines) => lines + endOfRows)].join('');

function readerOf(contents: string, size = 1000, maxRowBytes?: number): BackupReader {
  async function* chunks() {
    const bytes = Buffer.from(contents);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return new BackupReader(chunks(), maxRowBytes);
}

async function tableOf(reader: BackupReader): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of reader.rows()) parts.push(part);
  return Buffer.concat(parts).toString();
}

it.each([1, 4, 1000])('reads the header and the rows of each table in chunks of %i bytes', async (size) => {
  const reader = readerOf(contentsOf(header), size);
  expect(await reader.header()).toEqual(header);
  const tables: string[] = [];
  for (let index = 0; index < rows.length; index++) tables.push(await tableOf(reader));
  expect(tables).toEqual(rows);
  await reader.requireEnd();
});

it('reads rows up to a limit of their length, in any pieces', async () => {
  const rowsOf = async (length: number, size: number) => {
    const contents = `x\n${'x'.repeat(length)}\nx\n`;
    const reader = readerOf(`${JSON.stringify(header)}\n${contents}${endOfRows}`, size, 3_000_000);
    await reader.header();
    expect(await tableOf(reader)).toBe(contents);
  };
  await rowsOf(3_000_000, 65_536);
  await expect(rowsOf(3_000_001, 65_536)).rejects.toThrow('it has a row of more than 3000000 bytes');
});

it.each([
  'DEFAULT',
  "FOR VALUES FROM (MINVALUE) TO ('2026-12-01 00:00:00+00')",
  "FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')",
])('accepts a partition with the bounds %j', async (bounds) => {
  const partitions = [{ table: 'viewer_samples', name: 'Old samples', bounds }];
  expect(await readerOf(contentsOf({ ...header, partitions })).header()).toMatchObject({ partitions });
});

it.each([
  { ...header, format: 'Backup of another service' },
  { ...header, tables: undefined },
  { ...header, tables: [{ name: 't1' }] },
  { ...header, tables: [{ name: 't1', columns: [7] }] },
  { ...header, partitions: [{ table: 'viewer_samples', name: 'p', bounds: 'DEFAULT; COMMIT' }] },
  { ...header, partitions: [{ table: 'viewer_samples', name: 'p', bounds: 'FOR VALUES FROM (now()) TO (MAXVALUE)' }] },
  'x'.repeat(20_000_000),
])('rejects a header that is not one of this service (case %#)', async (first) => {
  const attempt = readerOf(contentsOf(first), 65_536).header();
  await expect(attempt).rejects.toThrow(BackupError);
  await expect(attempt).rejects.toThrow(/^it is not a backup of this service: line 1 is ".{60}…"$/);
});

it('rejects content after the last table, and a missing end', async () => {
  const reader = readerOf(`${JSON.stringify(header)}\n${endOfRows}COMMIT;\n`);
  await reader.header();
  await tableOf(reader);
  await expect(reader.requireEnd()).rejects.toThrow('it continues after its last table');
  await expect(tableOf(reader)).rejects.toThrow('it is incomplete');
});
