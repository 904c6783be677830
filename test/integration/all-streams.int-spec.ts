import { Clock } from '../../src/clock/clock.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { reportWork } from '../../src/database/reads/work.js';
import { allTime, TimeRange } from '../../src/figures/time.js';
import { AllStreamsRepository } from '../../src/streams/all/all-streams.repository.js';
import { AllStreamsService } from '../../src/streams/all/all-streams.service.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('AllStreamsService', () => {
  const store = TestStore.whileTesting();
  let service: AllStreamsService;

  beforeAll(() => {
    service = new AllStreamsService(new AllStreamsRepository(store.prisma), { now: () => testNow } as Clock);
  });

  beforeEach(() => store.data.clear());

  const add = async (id: string, hours: number, more: object = {}) => {
    const { id: streamer_id } = await store.data.streamer({ display_name: `Streamer of ${id}` });
    const started_at = hoursAgo(hours);
    await store.data.stream({ id, streamer_id, started_at, ended_at: started_at, ...more });
  };
  const list = async (filter: object = {}, range: TimeRange = allTime, limit = 10, cursor = 0) => {
    const { items, ...page } = await service.list({ limit, cursor, ...filter }, range);
    return { ids: items.map(({ id }) => id), ...page };
  };

  it('returns nothing without streams', async () => {
    expect(await list()).toMatchObject({ ids: [], hasMore: false });
  });

  it('returns the streams of all streamers, newest first, then by ID as a number', async () => {
    await add('10000000', 2);
    await add('9000000', 2);
    await add('3', 1);
    const { items } = await service.list({ limit: 10, cursor: 0 }, allTime);
    expect(items.map((stream) => [stream.id, stream.user_display_name])).toEqual([
      ['3', 'Streamer of 3'],
      ['9000000', 'Streamer of 9000000'],
      ['10000000', 'Streamer of 10000000'],
    ]);
  });

  it('returns the 31 days before the end of a range without a start', async () => {
    const days = 31 * 24;
    await add('1', 0);
    await add('2', days);
    await add('3', days + 0.001);
    expect((await list()).ids).toEqual(['1', '2']);
    const until = { from: -Infinity, to: hoursAgo(1).getTime() };
    expect((await list({}, until)).ids).toEqual(['2', '3']);
    expect((await list({}, { from: 0, to: Infinity })).ids).toEqual(['1', '2', '3']);
    expect((await list({}, { from: -Infinity, to: Date.UTC(2100) })).ids).toEqual(['1', '2']);
  });

  it('returns the streams that match all filters', async () => {
    await add('1', 1, { tags: ['Chess', 'Blitz'], game_name: 'Chess', language: 'pt-br' });
    await add('2', 2, { tags: ['chess'], game_name: 'Go', language: 'en' });
    await add('3', 3, { tags: null, game_name: null, language: null });
    const kick = encodeId('kick:550e8400-e29b-41d4-a716-446655440000') ?? '';
    await add(kick, 4, { tags: ['Chess'] });
    expect((await list({ tag: 'CHESS' })).ids).toEqual(['1', '2', kick]);
    expect((await list({ game: 'Go' })).ids).toEqual(['2']);
    expect((await list({ language: 'pt' })).ids).toEqual(['1']);
    expect((await list({ platform: 'kick' })).ids).toEqual([kick]);
    expect((await list({ platform: 'twitch', tag: 'chess' })).ids).toEqual(['1', '2']);
    expect((await list({ tag: 'chess', game: 'Go', language: 'pt' })).ids).toEqual([]);
  });

  it('leads from page to page by the position in the list without filters', async () => {
    for (const i of [1, 2, 3, 4, 5]) await add(String(i), i, { game_name: i % 2 ? 'Odd' : 'Even' });
    expect(await list({ game: 'Odd' }, allTime, 2)).toEqual({ ids: ['1', '3'], nextCursor: 3, hasMore: true });
    expect(await list({ game: 'Odd' }, allTime, 2, 3)).toMatchObject({ ids: ['5'], hasMore: false });
  });

  it('ends a page after 50,000 compared streams, and counts them as work', async () => {
    const { id } = await store.data.streamer();
    await store.data.client.query(`
      INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, game_name)
      SELECT i, ${id}, t, t, 'given', 'Game ' || i
      FROM generate_series(1, 50001) i, LATERAL (SELECT TIMESTAMPTZ '2026-06-15Z' - i * interval '1 second') s(t);
      ANALYZE streams`);
    let work = 0;
    const count = (ms: number) => (work += ms);
    expect(await list({ game: 'Game 50000' })).toMatchObject({ ids: ['50000'], hasMore: true, nextCursor: 50_000 });
    const empty = await reportWork(count, () => list({ game: 'Game 50001' }));
    expect(empty).toEqual({ ids: [], hasMore: true, nextCursor: 50_000 });
    expect(work).toBeGreaterThanOrEqual(250);
    expect(await list({ game: 'Game 50001' }, allTime, 10, 50_000)).toMatchObject({ ids: ['50001'], hasMore: false });
  });
});
