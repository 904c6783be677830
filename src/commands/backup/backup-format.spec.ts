import { endLine, Piece, readBackup, writeHeader } from './backup-format.js';

const rows = ['', 'a\n', '\\\\.\n', '\n', '\\N\tx\n\\\\.x\n'];
const text = [
  writeHeader(new Date(0), ['one', 'two']),
  'SELECT 1;\n',
  ...rows.map((lines, index) => `COPY t${index} (a) FROM stdin;\n${lines}\\.\n`),
  `${endLine}\n`,
].join('');

async function read(size: number): Promise<unknown[]> {
  async function* chunks() {
    const bytes = Buffer.from(text);
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
  return [piece.sql, Buffer.concat(parts).toString()];
}

it.each([1, 2, 3, 4, 5, 7, 1000])('reads what was written, in chunks of %i bytes', async (size) => {
  expect(await read(size)).toEqual([
    { type: 'migrations', names: ['one', 'two'] },
    { type: 'statement', sql: 'SELECT 1;' },
    ...rows.map((lines, index) => [`COPY t${index} (a) FROM stdin`, lines]),
  ]);
});
