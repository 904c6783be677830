import zlib from 'node:zlib';
import fc, { Arbitrary } from 'fast-check';
import { ImportFile } from './import-file-arbitrary.js';

const starts = ['', '{"id":"', '{"id":', '{"id":"1","login":"', '{"data":[', '{"data":[\n', '[', '"', '\uFEFF'];
const header = 'id,login,display_name\n';
const csvStarts = ['', header, `${header}"`, `${header}1,"`, 'id,'];
const repeated = [
  ...['\n', ' ', '\r\n', ' \t\n', '\0', '\0\n', 'x', '\x1b', '\xff', 'ä', '🎮'],
  ...['{}\n', '{"id":1}\n', '[]\n', '0\n', 'null\n', '}\n', '{\n', ']\n', '[\n', '},\n', '0,\n', '{"id":"1"},\n'],
  ...['[', '{"a":', '[{"a":', '"', '""', '\\', '\\"', ',', ',,\n', '",\n"', '"\n', '"}"\n', 'a,2,3\n'],
  ...['{"data":[]}\n', '{"data":[\n'],
];
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer };
const plain: [ending: string, pack: (bytes: Buffer) => Buffer] = ['', (bytes) => bytes];
const packings: (typeof plain)[] = [
  ['.gz', (bytes) => zlib.gzipSync(bytes)],
  ['.gz', (bytes) => zlib.gzipSync(bytes).subarray(0, -9)],
];
if (zstdCompressSync)
  packings.push(['.zst', zstdCompressSync], ['.zst', (bytes) => zstdCompressSync(bytes).subarray(0, -9)]);

/** Files that repeat one text for megabytes, to find parts of it that are too expensive. No file contains a valid record. */
export const importBombs: Arbitrary<ImportFile> = fc
  .tuple(
    fc.constantFrom('.ndjson', '.csv', '.json'),
    fc.nat(),
    fc.constantFrom(...repeated),
    fc.constantFrom('', '\n', ']}\n', '"}\n'),
    fc.oneof(
      fc.tuple(fc.constant(plain), fc.integer({ min: 1, max: 8 })),
      fc.tuple(fc.constantFrom(...packings), fc.constantFrom(1, 8, 64)),
    ),
  )
  .map(([format, start, text, end, [[packing, pack], megabytes]]) => {
    const first = format === '.csv' ? csvStarts : starts;
    const many = text.repeat(Math.ceil((megabytes * 1024 * 1024) / text.length));
    const bytes = Buffer.from(`${first[start % first.length]}${many}${end}`, text === '\xff' ? 'latin1' : 'utf8');
    return { ending: `${format}${packing}`, bytes: pack(bytes) };
  });
