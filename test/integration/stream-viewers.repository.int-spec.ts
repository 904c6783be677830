import { StreamViewersRepository } from '../../src/streams/viewers/stream-viewers.repository.js';
import { hoursAgo } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';
import { captureStatements, explainRun } from '../support/database/query-plans.js';

const startMs = hoursAgo(24).getTime();
const at = (minute: number) => new Date(startMs + minute * 60_000);

describe('StreamViewersRepository', () => {
  const store = TestStore.whileTesting();
  let repository: StreamViewersRepository;

  beforeAll(() => {
    repository = new StreamViewersRepository(store.prisma);
  });

  const streamWith = async (samples: [minute: number, viewers: number][], endMinute: number | null = 60) => {
    const { id: streamer_id } = await store.data.streamer();
    const ended_at = endMinute === null ? null : at(endMinute);
    const { id } = await store.data.stream({ streamer_id, started_at: at(0), ended_at });
    const rows = samples.map(([minute, viewers]) => ({ stream_id: id, created_at: at(minute), viewers }));
    await store.data.viewerSamples(rows);
    return BigInt(id);
  };
  const pointsOf = async (id: bigint, minutes: number) =>
    (await repository.findGraph(id, minutes * 60))?.points.map((row) => [row.offset_seconds / 60, row.viewers]);

  it('returns null for an unknown stream, and nothing for a stream without samples', async () => {
    expect(await repository.findGraph(1n, 60)).toBeNull();
    expect(await pointsOf(await streamWith([]), 1)).toEqual([]);
  });

  it('finds the first of the highest samples during the stream, with its exact time', async () => {
    const id = await streamWith([[-1, 99], [2, 40], [7, 70], [9, 70], [61, 99]]); // prettier-ignore
    expect((await repository.findGraph(id, 60))?.peak).toEqual({ viewers: 70, created_at: at(7).toISOString() });
    expect((await repository.findGraph(await streamWith([]), 60))?.peak).toBeNull();
  });

  it('returns the start of each part', async () => {
    const id = await streamWith([[7, 5]]);
    expect((await repository.findGraph(id, 300))?.points).toEqual([
      { viewers: 5, created_at: at(5).toISOString(), offset_seconds: 300 },
    ]);
  });

  it('weights by time, including the sample from before the part', async () => {
    // (100 * 2 + 200 * 6 + 50 * 2) / 10, and (50 * 1 + 400 * 9) / 10
    const id = await streamWith([[0, 100], [2, 200], [8, 50], [11, 400]], 20); // prettier-ignore
    expect(await pointsOf(id, 10)).toEqual([
      [0, 150],
      [10, 365],
    ]);
  });

  it('omits a part without a sample, even if an earlier sample holds in it', async () => {
    expect(await pointsOf(await streamWith([[0, 100], [35, 60]]), 10)).toEqual([[0, 100], [30, 80]]); // prettier-ignore
  });

  it('gives the newest sample of a live stream no weight, and returns it if it is the only one', async () => {
    expect(await pointsOf(await streamWith([[10, 70]], null), 10)).toEqual([[10, 70]]);
    expect(await pointsOf(await streamWith([[0, 30], [15, 70]], null), 10)).toEqual([[0, 30], [10, 30]]); // prettier-ignore
  });

  it('ignores samples before the start or after the end, and includes a sample at the end', async () => {
    const id = await streamWith([[-1, 9], [0, 1], [59, 2], [60, 9], [61, 9]]); // prettier-ignore
    expect(await pointsOf(id, 1)).toEqual([[0, 1], [59, 2], [60, 9]]); // prettier-ignore
  });

  it('gives a sample at the end no weight next to others', async () => {
    expect(await pointsOf(await streamWith([[55, 280], [60, 1_000]]), 11)).toEqual([[55, 280]]); // prettier-ignore
    expect(await pointsOf(await streamWith([[60, 500]]), 1)).toEqual([[60, 500]]);
  });

  it('returns the parts that begin in a range, with the same means as in the whole graph', async () => {
    const id = await streamWith([[0, 100], [7, 300], [11, 200], [29, 50], [35, 70]], null); // prettier-ignore
    const all = await pointsOf(id, 10);
    expect(all).toHaveLength(4);
    const inRange = async (from: number, to: number) => {
      const points = (await repository.findGraph(id, 600, { from: +at(from), to: +at(to) }))?.points ?? [];
      return points.map((row) => [row.offset_seconds / 60, row.viewers]);
    };
    expect(await inRange(10, 30)).toEqual(all?.slice(1, 3));
    expect(await inRange(1, 10)).toEqual([]);
    expect(await inRange(30, 31)).toEqual(all?.slice(3));
    expect(await repository.findGraph(1n, 600, { from: +at(0), to: Infinity })).toBeNull();
  });

  it('returns the first of the highest samples in a range and during the stream', async () => {
    const id = await streamWith([[-1, 900], [0, 50], [7, 300], [29, 300], [30, 400], [35, 200], [61, 900]]); // prettier-ignore
    const peakOf = async (from: number, to: number) =>
      (await repository.findGraph(id, 600, { from: +at(from), to: +at(to) }))?.peak;
    expect((await repository.findGraph(id, 600))?.peak).toEqual({ created_at: at(30).toISOString(), viewers: 400 });
    expect(await peakOf(0, 30)).toEqual({ created_at: at(7).toISOString(), viewers: 300 });
    expect(await peakOf(30, 40)).toEqual({ created_at: at(30).toISOString(), viewers: 400 });
    expect((await repository.findGraph(await streamWith([]), 60))?.peak).toBeNull();
  });

  it('reads only the samples of a range and of the part at its end, and their neighbors', async () => {
    const id = await streamWith(Array.from({ length: 60 }, (_, minute) => [minute, minute]));
    const range = { from: +at(20), to: +at(30) };
    const [statement] = await captureStatements(store.prisma, () => repository.findGraph(id, 600, range));
    const nodes = await explainRun(store.prisma, statement);
    expect(Math.max(...nodes.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0)))).toBe(1 + 21 + 1);
  });

  it('returns the first and the last sample time of a stream, and the number of samples', async () => {
    const id = await streamWith([[-1, 9], [3, 1], [31, 1], [61, 9]]); // prettier-ignore
    expect(await repository.findSampledTime(id)).toEqual({
      started_at: at(0).toISOString(),
      first_at: at(3).toISOString(),
      last_at: at(31).toISOString(),
      sample_count: 2,
      peak_viewers: 150,
    });
    expect(await repository.findSampledTime(await streamWith([]))).toMatchObject({ first_at: null, last_at: null });
    expect(await repository.findSampledTime(1n)).toBeNull();
  });
});
