import { SampleBuffer } from './sample-buffer.js';

type Sample = [id: string, moment: number, origin: number];

function bufferOf(samples: readonly Sample[]): SampleBuffer {
  const buffer = new SampleBuffer();
  for (const [id, moment, origin] of samples) buffer.add(buffer.streams.numberOfDigits(id), moment, 1, origin);
  return buffer;
}

const streamsOf = (buffer: SampleBuffer) =>
  [...buffer.byStream()].map(({ id, places }) =>
    [...places].map((place): Sample => [String(id), buffer.moments[place]!, buffer.origins[place]!]),
  );

it('has the samples of each stream together, in order of time and of origin', () => {
  const buffer = bufferOf([
    ['5', 20, 2],
    ['9223372036854775807', 10, 3],
    ['5', 10, 5],
    ['9223372036854775806', 10, 6],
    ['5', 10, 4],
    ['9223372036854775807', 11, 7],
  ]);
  expect(streamsOf(buffer)).toEqual([
    [
      ['5', 10, 4],
      ['5', 10, 5],
      ['5', 20, 2],
    ],
    [
      ['9223372036854775807', 10, 3],
      ['9223372036854775807', 11, 7],
    ],
    [['9223372036854775806', 10, 6]],
  ]);
});

it('holds as many as come, and groups ids that differ in their upper digits alone', () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => String(1 + (index % 1_500) * 2 ** 32));
  const samples = Array.from({ length: 30_000 }, (_, index): Sample => [ids[index % 3_000]!, index, index]);
  const streams = streamsOf(bufferOf(samples));
  expect(streams).toHaveLength(1_500);
  expect(streams.every((rows) => rows.length === 20 && new Set(rows.map(([id]) => id)).size === 1)).toBe(true);
});

it('begins anew after it was cleared', () => {
  const buffer = bufferOf([['9223372036854775807', 10, 3]]);
  buffer.clear();
  buffer.add(buffer.streams.numberOfDigits('9223372036854775806'), 1, 1, 1);
  expect(streamsOf(buffer)).toEqual([[['9223372036854775806', 1, 1]]]);
});
