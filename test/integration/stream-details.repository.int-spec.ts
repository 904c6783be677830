import { StreamDetailsRepository } from '../../src/streams/detail/stream-details.repository.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

const nothing = { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null };
const unwatched = { ...nothing, watched_since: null };

describe('StreamDetailsRepository', () => {
  const store = TestStore.whileTesting();
  let repository: StreamDetailsRepository;

  beforeAll(() => {
    repository = new StreamDetailsRepository(store.prisma);
  });

  it('returns empty coverage for an unknown stream and an unknown streamer', async () => {
    expect(await repository.findCoverage(1n)).toEqual(nothing);
    expect(await repository.findStreamerCoverage(1n, { from: +hoursAgo(9), to: +testNow })).toEqual(unwatched);
    expect(await repository.listChanges(1n, 10)).toEqual([]);
  });

  it('adds up the streams that started in a half-open window', async () => {
    const { id: streamer_id } = await store.data.streamer();
    const add = async (hours: number, ...viewers: number[]) => {
      const { id } = await store.data.stream({ streamer_id, started_at: hoursAgo(hours) });
      await store.data.viewerSamples(
        viewers.map((count, i) => ({ stream_id: id, created_at: hoursAgo(hours - i / 4), viewers: count })),
      );
    };
    await add(20, 1, 2, 3);
    await add(10, 4);
    await add(5, 1, 1);
    const coverage = (from: number, to: number) =>
      repository.findStreamerCoverage(BigInt(streamer_id), { from: +hoursAgo(from), to: +hoursAgo(to) });
    expect(await coverage(20, 5)).toEqual({
      tracked_since: hoursAgo(20).toISOString(),
      last_seen_at: hoursAgo(10).toISOString(),
      sample_count: 4,
      largest_gap_seconds: 3_600,
      watched_since: null,
    });
    expect(await coverage(19.999, 10)).toEqual(unwatched);
  });

  it('returns the changes of one stream, up to the limit', async () => {
    const change = (stream_id: string, hours: number) => ({
      stream_id,
      created_at: hoursAgo(hours),
      title: `${hours}`,
      game_name: null,
      tags: ['a b', 'c'],
      language: 'en',
    });
    await store.data.streamChanges([change('7', 1), change('7', 3), change('7', 2), change('8', 4)]);
    expect(await repository.listChanges(7n, 2)).toEqual([
      { created_at: hoursAgo(3).toISOString(), title: '3', game_name: null, tags: ['a b', 'c'], language: 'en' },
      { created_at: hoursAgo(2).toISOString(), title: '2', game_name: null, tags: ['a b', 'c'], language: 'en' },
    ]);
  });

  it('returns its own result for each of several simultaneous reads', async () => {
    const { id: streamer_id } = await store.data.streamer();
    const observed = await store.data.stream({ streamer_id, ended_at: null, observed_at: hoursAgo(1) });
    const other = await store.data.stream({ streamer_id });
    const ids = [observed.id, '404', other.id].map(BigInt);
    await store.data.streamChanges(
      [observed, other].map(({ id }) => ({
        stream_id: id,
        created_at: hoursAgo(1),
        title: id,
        game_name: null,
        tags: [],
      })),
    );
    const coverage = await Promise.all(ids.map((id) => repository.findCoverage(id)));
    expect(coverage.map(({ last_seen_at }) => last_seen_at)).toEqual([hoursAgo(1).toISOString(), null, null]);
    const changes = await Promise.all(ids.map((id) => repository.listChanges(id, 10)));
    expect(changes.map((list) => list.map(({ title }) => title))).toEqual([[observed.id], [], [other.id]]);
  });
});
