import { Clock } from '../../src/clock/clock.js';
import { LiveStreamsService } from '../../src/streams/live/live-streams.service.js';
import { LiveStreamsRepository } from '../../src/streams/live/live-streams.repository.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('LiveStreamsRepository', () => {
  const store = TestStore.whileTesting();
  let repository: LiveStreamsRepository;

  beforeAll(() => {
    repository = new LiveStreamsRepository(store.prisma);
  });

  beforeEach(() => store.data.clear());

  /** A live stream, by default of a new streamer, with a sample per number of viewers, one hour apart. */
  const addLive = async (stream: string | (Partial<StreamData> & { id: string }), ...viewers: number[]) => {
    const { id, ...others } = typeof stream === 'string' ? { id: stream } : stream;
    const { streamer_id = (await store.data.streamer()).id } = others as Partial<StreamData>;
    await store.data.stream({ id, ...others, streamer_id, started_at: hoursAgo(10), ended_at: null });
    const samples = viewers.map((count, i) => ({ stream_id: id, created_at: hoursAgo(9 - i), viewers: count }));
    if (samples.length > 0) await store.data.viewerSamples(samples);
  };
  const ranked = async (from = 0, limit = 100) =>
    (await repository.rankLive(testNow, from, limit)).map(({ id, viewers }) => [id, viewers]);

  it('returns nothing while nobody is live', async () => {
    const { id: streamer_id } = await store.data.streamer();
    await store.data.stream({ streamer_id });
    expect(await ranked()).toEqual([]);
  });

  it('returns every column of a stream, and its streamer', async () => {
    const streamer = await store.data.streamer({ login: 'somebody', display_name: 'Somebody' });
    await store.data.stream({
      id: '7',
      streamer_id: streamer.id,
      started_at: hoursAgo(3),
      ended_at: null,
      observed_at: hoursAgo(2),
    });
    await store.data.viewerSamples([{ stream_id: '7', created_at: hoursAgo(1), viewers: 12 }]);
    expect(await repository.rankLive(testNow, 0, 10)).toEqual([
      {
        id: '7',
        streamer_id: streamer.id,
        name: 'somebody',
        display_name: 'Somebody',
        platform: 'twitch',
        external_id: null,
        profile_image: streamer.profile_image,
        game_name: 'Chess',
        language: 'en',
        title: 'Stream 7',
        viewers: 12,
        started_at: '2026-06-15T09:00:00.000Z',
        live_minutes: 120,
        last_seen_at: '2026-06-15T11:00:00.000Z',
        is_stale: true,
      },
    ]);
  });

  it('counts minutes up to now for an unobserved stream, and none before its start', async () => {
    await addLive('1');
    const { id: streamer_id } = await store.data.streamer();
    const started_at = new Date(testNow.getTime() + 60_000);
    await store.data.stream({ id: '2', streamer_id, started_at, ended_at: null });
    const found = await repository.rankLive(testNow, 0, 10);
    expect(found.map(({ live_minutes, last_seen_at }) => [live_minutes, last_seen_at])).toEqual([
      [600, null],
      [0, null],
    ]);
  });

  it('ranks by the last sample, and not by the largest', async () => {
    await addLive('1', 900, 10);
    await addLive('2', 1, 20);
    expect(await ranked()).toEqual([
      ['2', 20],
      ['1', 10],
    ]);
  });

  it('sorts equal viewers by ID as numbers, and streams without a sample last', async () => {
    await addLive('10000000', 5);
    await addLive('9000000', 5);
    await addLive('3');
    await addLive('4', 0);
    expect(await ranked()).toEqual([
      ['9000000', 5],
      ['10000000', 5],
      ['4', 0],
      ['3', null],
    ]);
  });

  it('ignores samples from before the stream', async () => {
    await addLive('1');
    await store.data.viewerSamples([{ stream_id: '1', created_at: hoursAgo(10.001), viewers: 5 }]);
    expect(await ranked()).toEqual([['1', null]]);
    await store.data.viewerSamples([{ stream_id: '1', created_at: hoursAgo(10), viewers: 6 }]);
    expect(await ranked()).toEqual([['1', 6]]);
  });

  it('sums up viewers by platform and language, most viewers first, also of streams without a sample', async () => {
    expect(await repository.sumViewers()).toEqual([]);
    const kick = (name: string) => encodeId(`kick:550e8400-e29b-41d4-a716-44665544000${name}`) ?? '';
    for (const [id, language, ...viewers] of [
      ['1', 'en', 5, 7],
      ['2', 'en'],
      ['3', 'de', 0],
      ['4', null, 30],
      [kick('1'), 'en', 9],
    ] as const) {
      const { id: streamer_id } = await store.data.streamer(id.length > 1 ? { id: encodeId('kick:7') ?? '' } : {});
      await addLive({ id, streamer_id, language }, ...viewers);
    }
    expect(await repository.sumViewers()).toEqual([
      { platform: 'twitch', language: null, viewers: 30, streams: 1 },
      { platform: 'kick', language: 'en', viewers: 9, streams: 1 },
      { platform: 'twitch', language: 'en', viewers: 7, streams: 2 },
      { platform: 'twitch', language: 'de', viewers: 0, streams: 1 },
    ]);
  });

  it.each([
    ['Any% until I get promoted', 'PROMO', true],
    ['Any% until I get promoted', 'i-get', true],
    ['Any% until I get promoted', 'promoted any', true],
    ['Any% until I get promoted', 'moted any', false],
    ['Any% until I get promoted', 'promoted zelda', false],
    ['Any% until I get promoted', '%', false],
    ['Café ÉTÉ 🔥 Ночной эфир', 'cafe ete', true],
    ['Café ÉTÉ 🔥 Ночной эфир', 'НОЧНОЙ', true],
    ['Café ÉTÉ 🔥 Ночной эфир', '🔥', false],
    [`${'a'.repeat(199)}b`, 'ab', true],
    [`${'a'.repeat(200)}b`, 'ab', false],
    [null, 'a', false],
  ])('finds the title %j by %j: %s', async (title, text, isFound) => {
    const { id: streamer_id } = await store.data.streamer();
    await store.data.stream({ id: '7', streamer_id, ended_at: null, title });
    const found = await repository.rankLive(testNow, 0, 10, { title: text });
    expect(found.map(({ id }) => id)).toEqual(isFound ? ['7'] : []);
  });

  it('finds a tag in upper or lower case, and with a title', async () => {
    const tagsOf = { 1: ['English', 'Chess'], 2: ['chess'], 3: ['Chess960'], 4: [], 5: null };
    for (const [id, tags] of Object.entries(tagsOf)) {
      const { id: streamer_id } = await store.data.streamer();
      await store.data.stream({ id, streamer_id, ended_at: null, tags, title: `Game ${id}` });
    }
    const find = async (filter: object) => (await repository.rankLive(testNow, 0, 10, filter)).map(({ id }) => id);
    expect(await find({ tag: 'CHESS' })).toEqual(['1', '2']);
    expect(await find({ tag: 'chess', title: 'game 2' })).toEqual(['2']);
    expect(await find({ tag: 'chess', language: 'xx' })).toEqual([]);
  });

  it('compares the titles of the 5,000 streams with the most viewers, of 1,000 in a search, and the tags of 50,000', async () => {
    await store.data.client.query(`
      INSERT INTO streamers (id, login, display_name) SELECT i, 's' || i, 'S' FROM generate_series(1, 50001) i;
      INSERT INTO streams (id, streamer_id, started_at, title, tags)
      SELECT i, i, '2026-06-15Z', 'Title ' || i, ARRAY['Tag' || i] FROM generate_series(1, 50001) i;
      INSERT INTO live_streams (stream_id, last_viewers) SELECT i, 100000 - i FROM generate_series(1, 50001) i;`);
    const countOf = async (filter: object) => (await repository.rankLive(testNow, 0, 10, filter)).length;
    const search = new LiveStreamsService(repository, { now: () => testNow } as Clock);
    expect(await countOf({ tag: 'tag50000' })).toBe(1);
    expect(await countOf({ tag: 'tag50001' })).toBe(0);
    expect((await search.listTitled('title 1000', 10)).items).toHaveLength(1);
    expect((await search.listTitled('title 1001', 10)).items).toHaveLength(0);
    expect(await countOf({ title: 'title 5000' })).toBe(1);
    expect(await countOf({ title: 'title 5001' })).toBe(0);
  });

  it('uses the ID of a streamer whose login has passed to another channel', async () => {
    const { id: streamer_id } = await store.data.streamer({ login: null });
    await store.data.stream({ streamer_id, ended_at: null });
    expect(await repository.rankLive(testNow, 0, 10)).toMatchObject([{ name: streamer_id }]);
  });
});
