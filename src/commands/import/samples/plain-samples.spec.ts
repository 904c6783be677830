import { readCsv } from '../formats/csv.js';
import { InputRecord } from '../input.js';
import { viewerSamples } from '../kinds/viewer-samples.js';
import { PlainSamples } from './plain-samples.js';
import { SampleBuffer } from './sample-buffer.js';

const header = 'stream_id,created_at,viewers';
const at = '2026-11-21T08:30:00.007Z';

/** What is taken from the bytes of a file, and the lines that are left. */
async function read(text: string, size = Infinity): Promise<{ taken: unknown[]; left: InputRecord[] }> {
  async function* chunks() {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }
  const buffer = new SampleBuffer();
  const left: InputRecord[] = [];
  const plain = new PlainSamples(buffer, 1_000);
  for await (const batch of readCsv(chunks(), viewerSamples, 'x.csv', plain)) left.push(...batch);
  const { moments, viewers, origins } = buffer;
  const rowsOf = ({ id, places }: { id: bigint; places: Int32Array }) =>
    [...places].map((place) => [String(id), new Date(moments[place]!).toISOString(), viewers[place], origins[place]]);
  return { taken: [...buffer.byStream()].flatMap(rowsOf), left };
}

it('takes plain lines with their numbers', async () => {
  const lines = [
    header,
    `5,${at},0`,
    `0,2026-11-21T23:59:59Z,999999999999999\r`,
    `123456789012345,2000-02-29T00:00:00.000Z,7`,
  ];
  expect(await read(`${lines.join('\n')}\n`)).toEqual({
    taken: [
      ['5', at, 0, 1_002],
      ['0', '2026-11-21T23:59:59.000Z', 999_999_999_999_999, 1_003],
      ['123456789012345', '2000-02-29T00:00:00.000Z', 7, 1_004],
    ],
    left: [],
  });
});

it.each([
  ...['05', '', '-5', '5x', '1234567890123456'].map((id) => `${id},${at},1`),
  ...['01', '', '-1', '1.5', '1e3', '1234567890123456', '1,2'].map((viewers) => `5,${at},${viewers}`),
  ...['2026-11-31T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T23:60:00Z', '2026-11-21T23:00:60Z'].map(lineOf),
  ...['2026-11-21T08:30:00', '2026-11-21T08:30:00.0Z', '2026-11-21T08:30:00.0000Z', '2026-11-21T08:30Z'].map(lineOf),
  ...['2026-11-21T08:30:00+01:00', '1969-12-31T23:59:59Z', '2101-01-01T00:00:00Z', '2026-11-21T08.30.00Z'].map(lineOf),
])('leaves %s, and what follows it in a chunk, to the reader', async (line) => {
  const { taken, left } = await read(`${header}\n5,${at},1\n${line}\n5,${at},1\n`);
  expect(taken).toEqual([['5', at, 1, 1_002]]);
  expect(left.map((record) => record.line)).toEqual([3, 4]);
});

function lineOf(date: string): string {
  return `5,${date},1`;
}

it('takes each sample once, whatever chunks the bytes come in', async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${index % 7},2026-11-2${index % 3}T08:30:00Z,${index}`);
  for (const size of [1, 7, 30, 31, 64, 1_000]) {
    const { taken, left } = await read(`${[header, ...lines].join('\n')}\n`, size);
    const origins = [...taken.map((row) => (row as number[])[3]! - 1_000), ...left.map(({ line }) => line)];
    expect(origins.sort((a, b) => a - b)).toEqual(lines.map((_, index) => index + 2));
  }
});

it('leaves lines with columns in another order to the reader', async () => {
  const { taken, left } = await read(`created_at,stream_id,viewers\n${at},5,1\n`);
  expect([taken, left.length]).toEqual([[], 1]);
});
