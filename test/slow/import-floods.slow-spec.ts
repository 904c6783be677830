import { readPages } from '../../src/ingest/sources/helix/page-reader.js';

const chunkBytes = 256 * 1024;

async function* flood(start: string, text: string, megabytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(start);
  const bytes = Buffer.from(text.repeat(Math.ceil(chunkBytes / text.length)));
  for (let read = 0; read < megabytes * 1024 * 1024; read += bytes.length) yield bytes;
}

// test/integration/import-floods.int-spec.ts has a flood in a long line. With quadratic cost, the tests would exceed their limit.
it.each([
  ['}', '{"data":[', '}\n'],
  ['items', '{"data":[\n', '{"id":"1"},\n'],
  ['openings', '', '{\n'],
])(
  'a flood of %s in lines of Helix has linear cost',
  async (_name, start, text) => {
    let [count, longest] = [0, 0];
    for await (const batch of readPages(flood(start, text, 8))) {
      for (const { problem, raw } of batch) {
        if (problem !== null) count += 1;
        longest = Math.max(longest, raw.length);
      }
      if (count > 100_000) break;
    }
    expect(longest).toBeLessThanOrEqual(1024 * 1024);
  },
  120_000,
);
