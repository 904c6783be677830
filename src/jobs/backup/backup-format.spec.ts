import { BackupError, endLine, Piece, readBackup, writeHeader } from './backup-format.js';

const sequence = "SELECT pg_catalog.setval('s', 7);";
const rows = ['', 'a\n', '\\\\.\n', '\n', '\\N\tx\n\\\\.x\n'];
const text = [
  writeHeader(new Date(0), ['one', 'two']),
  `${sequence}\n`,
  ...rows.map((lines, index) => `COPY t${index} (a) FROM stdin;\n${lines}\\.\n`),
  `${endLine}\n`,
].join('');

async function read(size: number, contents = text): Promise<unknown[]> {
  async function* chunks() {
    const bytes = Buffer.from(contents);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const pieces: unknown[] = [];
  for await (const piece of readBackup(chunks())) pieces.push(await whole(piece));
  return pieces;
}

async function whole(piece: Piece): Promise<unknown> {
  if (piece.type !== 'rows') return piece;
  const parts: Buffer[] = [];
  for await (const part of piece.rows) parts.push(part);
  return [piece.line, piece.sql, Buffer.concat(parts).toString()];
}

it.each([1, 4, 1000])('reads what was written, in chunks of %i bytes', async (size) => {
  expect(await read(size)).toEqual([
    { type: 'migrations', line: 1, names: ['one', 'two'] },
    { type: 'sequence', line: 6, sql: sequence.slice(0, -1), name: 's' },
    ...rows.map((lines, index) => [[7, 9, 12, 15, 18][index], `COPY t${index} (a) FROM stdin`, lines]),
  ]);
});

it('reads a row of any length', async () => {
  const row = `${'x'.repeat(3_000_000)}\n`;
  expect(await read(65_536, text.replace('a\n', row))).toContainEqual([9, 'COPY t1 (a) FROM stdin', row]);
});

it.each([
  'COMMIT;',
  '\\! id',
  "SELECT pg_catalog.setval('s', 7); DROP TABLE t1;",
  "SELECT pg_catalog.setval('s', pg_sleep(9));",
  'ALTER TABLE t1 DISABLE TRIGGER ALL;',
  "COPY t1 (a) FROM PROGRAM 'id';",
  'COPY t1 FROM stdin;',
  'CREATE TABLE p PARTITION OF viewer_samples FOR VALUES FROM (now()) TO (MAXVALUE);',
  'CREATE TABLE p PARTITION OF viewer_samples DEFAULT; COMMIT;',
  '',
])('rejects the line %j', async (line) => {
  const attempt = read(
    1000,
    text.replace(sequence, () => line),
  );
  await expect(attempt).rejects.toThrow(BackupError);
  await expect(attempt).rejects.toThrow(`it is not a backup of this service: line 6 is "${line.slice(0, 60)}`);
});

it('rejects a statement of more than a megabyte', async () => {
  const start = performance.now();
  await expect(read(16_384, text.replace(sequence, 'x'.repeat(100_000_000)))).rejects.toThrow('line 6 is "xxx');
  expect(performance.now() - start).toBeLessThan(60_000);
});

it.each([
  "CREATE TABLE viewer_samples_2026_11 PARTITION OF viewer_samples FOR VALUES FROM (MINVALUE) TO ('2026-12-01 00:00:00+00');",
  'CREATE TABLE "Old samples" PARTITION OF viewer_samples DEFAULT;',
])('reads the partition %j', async (line) => {
  expect(await read(1000, text.replace(sequence, line))).toContainEqual({
    type: 'partition',
    line: 6,
    sql: line.slice(0, -1),
  });
});

it('rejects content after the end', async () => {
  await expect(read(1000, `${text}COMMIT;\n`)).rejects.toThrow('it continues after its last line, line 22');
});
