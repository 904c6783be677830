import { allTime, TimeRange } from '../../src/figures/time.js';
import { StreamsRepository } from '../../src/streams/detail/streams.repository.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { withoutIndex } from '../support/database/without-index.js';
import { TestStore } from '../support/database/test-store.js';

describe('StreamsRepository', () => {
  const store = TestStore.whileTesting();
  let repository: StreamsRepository;

  beforeAll(() => {
    repository = new StreamsRepository(store.prisma);
  });

  const idsOf = async (name: string, limit = 100) =>
    (await repository.listRecent(name, limit, testNow))?.map(({ id }) => id) ?? null;

  describe('listRecent', () => {
    it('returns null for an unknown streamer', async () => {
      expect(await repository.listRecent('nobody', 20, testNow)).toBeNull();
      expect(await repository.listRecent('999999999', 20, testNow)).toBeNull();
    });

    it('returns nothing for a streamer without streams', async () => {
      const { id } = await store.data.streamer();
      expect(await repository.listRecent(id, 20, testNow)).toEqual([]);
    });

    it('returns null for each unknown figure', async () => {
      const { id: streamer_id } = await store.data.streamer({ profile_image: null });
      const unknown = {
        ended_at: null,
        title: null,
        game_name: null,
        tags: null,
        avg_viewers: null,
        peak_viewers: null,
        live_views: null,
        live_views_final: null,
        vod_id: null,
        watchtime: null,
        thumbnail: null,
        unique_chatters: null,
        updated_at: null,
      };
      await store.data.stream({ streamer_id, ...unknown });
      expect(await repository.listRecent(streamer_id, 20, testNow)).toEqual([
        expect.objectContaining({ ...unknown, is_live: true, user_profile_image: null }),
      ]);
    });

    it('returns figures above 2^32 and up to 2^53 - 1 unchanged', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const largest = Number.MAX_SAFE_INTEGER;
      const figures = { avg_viewers: 2 ** 32 + 1, peak_viewers: largest, watchtime: largest, live_views: 2 ** 40 };
      await store.data.stream({ streamer_id, ...figures });
      expect(await repository.listRecent(streamer_id, 20, testNow)).toMatchObject([figures]);
    });

    it('returns IDs above 2^53 digit by digit', async () => {
      const { id } = await store.data.streamer({ id: '9223372036854775806' });
      await store.data.stream({ id: '9223372036854775807', streamer_id: id });
      expect(await repository.listRecent(id, 20, testNow)).toMatchObject([
        { id: '9223372036854775807', streamer_id: '9223372036854775806' },
      ]);
    });

    it('returns the newest stream first, for any order of IDs and rows', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const starts = [3, 1, 2].map((hours) => ({ streamer_id, started_at: hoursAgo(hours) }));
      const [oldest, newest, middle] = await store.data.streams(starts);
      expect(await idsOf(streamer_id)).toEqual([newest?.id, middle?.id, oldest?.id]);
    });

    it('returns streams with the same start by ID, lower first, as numbers rather than as text', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const ids = ['10000000', '9000000', '9000001'];
      await store.data.streams(ids.map((id) => ({ id, streamer_id })));
      expect(await idsOf(streamer_id)).toEqual(['9000000', '9000001', '10000000']);
    });

    it('returns at most the limit, cut in the same order', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const ids = ['6000000', '6000001', '6000002', '6000003', '60000000'];
      await store.data.streams([...ids].reverse().map((id) => ({ id, streamer_id })));
      expect(await idsOf(streamer_id, 1)).toEqual(ids.slice(0, 1));
      expect(await idsOf(streamer_id, 4)).toEqual(ids.slice(0, 4));
      expect(await idsOf(streamer_id, 5)).toEqual(ids);
      expect(await idsOf(streamer_id, 6)).toEqual(ids);
    });

    it('returns only streams of this streamer', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const other = await store.data.streamer();
      const mine = await store.data.stream({ streamer_id });
      await store.data.stream({ streamer_id: other.id });
      expect(await idsOf(streamer_id)).toEqual([mine.id]);
    });

    it('finds a streamer by login in any case, and by channel ID', async () => {
      const { id, login } = await store.data.streamer({ login: 'mixed_case' });
      const stream = await store.data.stream({ streamer_id: id });
      for (const name of [login ?? '', 'MIXED_CASE', 'Mixed_Case', id]) expect(await idsOf(name)).toEqual([stream.id]);
    });

    it('treats digits as the channel ID if it exists, otherwise as a login of digits', async () => {
      const channel = await store.data.streamer({ id: '777001' });
      const named = await store.data.streamer({ login: '777001' });
      const onlyNamed = await store.data.streamer({ login: '777002' });
      const streams = await store.data.streams(
        [channel, named, onlyNamed].map(({ id: streamer_id }) => ({ streamer_id })),
      );
      expect(await idsOf('777001')).toEqual([streams[0]?.id]);
      expect(await idsOf(named.id)).toEqual([streams[1]?.id]);
      expect(await idsOf('777002')).toEqual([streams[2]?.id]);
    });

    it('treats digits with a leading zero, or too many digits for an ID, as a login', async () => {
      await store.data.streamer({ id: '555' });
      const zeros = await store.data.streamer({ login: '0555' });
      const long = await store.data.streamer({ login: '9223372036854775808' });
      const streams = await store.data.streams([zeros, long].map(({ id: streamer_id }) => ({ streamer_id })));
      expect(await idsOf('0555')).toEqual([streams[0]?.id]);
      expect(await idsOf('9223372036854775808')).toEqual([streams[1]?.id]);
      expect(await idsOf('00555')).toBeNull();
    });

    it('finds a streamer whose login has passed to another channel only by ID', async () => {
      const former = await store.data.streamer({ login: null });
      expect(await repository.listRecent(former.id, 20, testNow)).toEqual([]);
    });
  });

  describe('listRecent in a range', () => {
    let id: string;
    const starts = [1, 2, 3, 4].map(hoursAgo);
    const startsIn = async (limit: number, range: Partial<TimeRange>, offset = 0) =>
      (await repository.listRecent(id, limit, testNow, offset, { ...allTime, ...range }))?.map(({ started_at }) =>
        starts.findIndex((start) => start.toISOString() === started_at),
      );

    beforeAll(async () => {
      ({ id } = await store.data.streamer());
      await store.data.streams(starts.map((started_at) => ({ streamer_id: id, started_at })));
    });

    it('begins after an offset', async () => {
      expect(await startsIn(2, {}, 1)).toEqual([1, 2]);
      expect(await startsIn(2, {}, 3)).toEqual([3]);
      expect(await startsIn(2, {}, Number.MAX_SAFE_INTEGER)).toEqual([]);
    });

    it('begins with from, and ends before to', async () => {
      const [, second, third, last] = starts.map(Number) as [number, number, number, number];
      expect(await startsIn(9, { from: third })).toEqual([0, 1, 2]);
      expect(await startsIn(9, { to: third })).toEqual([3]);
      expect(await startsIn(9, { from: last, to: second })).toEqual([2, 3]);
      expect(await startsIn(1, { from: last, to: second }, 1)).toEqual([3]);
      expect(await startsIn(9, { from: second, to: second })).toEqual([]);
      expect(await startsIn(9, { from: second, to: last })).toEqual([]);
    });

    it('returns its own range for each of several simultaneous reads', async () => {
      const second = Number(starts[1]);
      const reads = [startsIn(9, {}), startsIn(9, {}, 3), startsIn(9, { from: second }), startsIn(9, { to: second })];
      expect(await Promise.all(reads)).toEqual([[0, 1, 2, 3], [3], [0, 1], [2, 3]]);
    });
  });

  describe('findStream', () => {
    it('returns null for an unknown stream', async () => {
      expect(await repository.findStream(1n, testNow)).toBeNull();
    });

    it('returns its own stream for each of several simultaneous reads', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const streams = await store.data.streams([{ streamer_id }, { streamer_id, ended_at: null }]);
      const ids = [...streams.map(({ id }) => id), '404'];
      const found = await Promise.all(ids.map((id) => repository.findStream(BigInt(id), testNow)));
      expect(found.map((stream) => stream?.id ?? '404')).toEqual(ids);
    });
  });

  describe('listEarlier', () => {
    const idsBefore = async (id: string | undefined, limit = 100) =>
      (await repository.listEarlier(BigInt(id ?? ''), limit, testNow))?.map((row) => row.id) ?? null;

    it('returns null for an unknown stream', async () => {
      expect(await idsBefore('1')).toBeNull();
    });

    it('returns the streams of the same streamer that started earlier, newest first', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const { id: other } = await store.data.streamer();
      const [oldest, older, stream, newer] = await store.data.streams(
        [40, 30, 20, 10].map((hours) => ({ streamer_id, started_at: hoursAgo(hours) })),
      );
      await store.data.stream({ streamer_id: other, started_at: hoursAgo(25) });
      expect(await idsBefore(stream?.id)).toEqual([older?.id, oldest?.id]);
      expect(await idsBefore(newer?.id, 1)).toEqual([stream?.id]);
      expect(await idsBefore(oldest?.id)).toEqual([]);
    });

    it('excludes streams with the same start, and returns the lower ID of equal starts first', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const at = { streamer_id, started_at: hoursAgo(20) };
      const [b, a] = await store.data.streams([
        { ...at, id: '900010' },
        { ...at, id: '90009' },
      ]);
      const next = await store.data.stream({ streamer_id, started_at: new Date(hoursAgo(20).getTime() + 1) });
      expect(await idsBefore(a?.id)).toEqual([]);
      expect(await idsBefore(b?.id)).toEqual([]);
      expect(await idsBefore(next.id)).toEqual([a?.id, b?.id]);
    });
  });

  it('sorts streams with the same start by ID, for any index', async () => {
    const { id: streamer_id } = await store.data.streamer();
    // The limit keeps neither the first two nor the last two.
    const ids = ['7000001', '70000000', '7000000'];
    await store.data.streams(ids.map((id) => ({ id, streamer_id, started_at: hoursAgo(30) })));
    const { id } = await store.data.stream({ streamer_id, started_at: hoursAgo(40) });
    const { id: next } = await store.data.stream({ streamer_id, started_at: hoursAgo(20) });
    const found = (rows: { id: string }[] | null) => rows?.map((row) => row.id);
    await withoutIndex(store.url, 'streams_streamer_id_started_at_id_idx', async () => {
      expect(found(await repository.listRecent(streamer_id, 3, testNow))).toEqual([next, '7000000', '7000001']);
      expect(found(await repository.listEarlier(BigInt(next), 2, testNow))).toEqual(['7000000', '7000001']);
      expect(found(await repository.listEarlier(BigInt(next), 9, testNow))).toEqual([
        '7000000',
        '7000001',
        '70000000',
        id,
      ]);
    });
  });

  describe('findMessageStats', () => {
    it('returns null for an unknown stream', async () => {
      expect(await repository.findMessageStats(1n)).toBeNull();
      expect(await repository.findMessageStats(2n ** 63n - 9n)).toBeNull();
    });

    it('returns the figures of this stream, up to 2^53 - 1', async () => {
      const { id: streamer_id } = await store.data.streamer();
      const [stream, other] = await store.data.streams([{ streamer_id }, { streamer_id }]);
      const counts = { total_messages: Number.MAX_SAFE_INTEGER, unique_chatters: 2 ** 32, deleted_messages: 7 };
      const figures = { ...counts, shared_messages: Number.MAX_SAFE_INTEGER };
      await store.data.messageStats({ stream_id: stream?.id ?? '', ...figures });
      await store.data.messageStats({ stream_id: other?.id ?? '' });
      expect(await repository.findMessageStats(BigInt(stream?.id ?? ''))).toEqual(figures);
    });
  });
});
