import { reportWork } from '../../database/reads/work.js';
import { readSamples, SamplesRow } from './stream-samples.js';

const packed = {
  ...{ first_offset: null, first_viewers: null, step_ms: null, sample_count: null, time_steps: null },
  ...{ long_time_steps: null, viewer_steps: null, long_viewer_steps: null },
};

/** A database in which each stream has three samples: before its start, in it, and after its end. */
function storeOf(row: Partial<SamplesRow> = {}) {
  const reads: number[] = [];
  const rows = async ({ values }: { values: unknown[][] }) => {
    reads.push(values[0]?.length ?? 0);
    return (values[0] ?? []).map((_, place): SamplesRow => ({
      ...{ ...packed, place, start: 1_000, end: 1_500, offsets: [-1, 0, 500, 501], viewers: [1, 2, 3, 4] },
      ...{ pruned_offset: null, pruned_viewers: null, ...row },
    }));
  };
  return { reads, prisma: { rows: rows as never } };
}

const ranges = Array.from({ length: 30 }, (_, i) => ({ id: String(i), from: 0, to: 1 }));

async function readAll(prisma: { rows: never }, signal?: AbortSignal) {
  const all = [];
  for await (const [samples, index] of readSamples(prisma, ranges, signal)) all.push({ ...samples, index });
  return all;
}

it('reads all streams in their order, with the samples from start to end, in a few statements', async () => {
  const { prisma, reads } = storeOf();
  const all = await readAll(prisma);
  expect(all.map(({ index }) => index)).toEqual([...ranges.keys()]);
  expect(all[29]).toEqual({
    index: 29,
    start: 1_000,
    end: 1_500,
    times: [1_000, 1_500],
    viewers: [2, 3],
    prunedUntil: null,
  });
  expect(reads).toEqual([4, 16, 10]);
});

it('begins with the last pruned sample, and leaves out earlier ones', async () => {
  const [first] = await readAll(storeOf({ pruned_offset: 0, pruned_viewers: 9 }).prisma);
  expect(first).toMatchObject({ times: [1_000, 1_500], viewers: [9, 3], prunedUntil: 1_000 });
});

it('reads no more streams after the signal is aborted', async () => {
  const { prisma, reads } = storeOf();
  const controller = new AbortController();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const [, index] of readSamples(prisma, ranges, controller.signal)) {
      seen.push(index);
      if (index === 5) controller.abort(new Error('gone'));
    }
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(reads).toEqual([4, 16]);
  await expect(readAll(prisma, controller.signal)).rejects.toThrow('gone');
  expect(reads).toHaveLength(2);
});

it('counts the samples of each stream as work of the request', async () => {
  let workMs = 0;
  await reportWork(
    (milliseconds) => (workMs += milliseconds),
    () => readAll(storeOf().prisma),
  );
  expect(workMs).toBeCloseTo((30 * 2 * 1.5) / 1_000);
});
