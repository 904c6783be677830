import { MetaRepository } from '../../src/meta/meta.repository.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('MetaRepository', () => {
  const store = TestStore.whileTesting();
  let repository: MetaRepository;

  beforeAll(() => {
    repository = new MetaRepository(store.prisma);
  });

  afterEach(() => store.data.clear());

  it('returns no summary and no board from an empty database', async () => {
    expect(await repository.listDataSummary()).toEqual([]);
    expect(await repository.findBoard()).toBeNull();
    expect(await repository.listSweeps()).toEqual([]);
  });

  it('returns a summary of each kind, by name, with counts above 2^32', async () => {
    await store.data.dataSummary([
      { kind: 'streams', row_count: 2 ** 33, newest: testNow },
      { kind: 'panels', row_count: 0, newest: null },
    ]);
    expect(await repository.listDataSummary()).toEqual([
      { kind: 'panels', rowCount: 0n, newest: null },
      { kind: 'streams', rowCount: 2n ** 33n, newest: testNow },
    ]);
  });

  it('returns the newest board', async () => {
    const { id: streamer_id } = await store.data.streamer();
    await store.data.stream({ streamer_id });
    await store.data.refreshBoard(hoursAgo(1));
    const coverage = { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null };
    expect(await repository.findBoard()).toEqual({
      refreshed_at: hoursAgo(1).toISOString(),
      entry_count: 1,
      ...coverage,
    });
    await store.data.refreshBoard(testNow);
    expect(await repository.findBoard()).toEqual({ refreshed_at: testNow.toISOString(), entry_count: 1, ...coverage });
  });
});
