import { StreamersRepository } from '../../src/streamer/streamers.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { hoursAgo, testNow } from '../support/factories.js';
import { TestStore } from '../support/test-store.js';

const page = { from: 0, limit: 100, window: windowEndingAt(testNow) };

describe('StreamersRepository', () => {
  const store = TestStore.whileTesting();
  let repository: StreamersRepository;

  beforeAll(() => {
    repository = new StreamersRepository(store.prisma);
  });

  beforeEach(() => store.data.clear());

  const add = (id: string, login: string | null, display_name = '') => store.data.streamer({ id, login, display_name });
  const idsOf = async (text: string, more = {}) =>
    (await repository.search(text, { ...page, ...more })).map(({ id }) => id);

  describe('search', () => {
    it('finds the start of a login, shortest login first, and no other part of it', async () => {
      await add('1', 'aurora_plays');
      await add('2', 'aurora');
      await add('3', 'the_aurora');
      await add('4', 'auror');
      expect(await idsOf('aurora')).toEqual(['2', '1']);
      expect(await idsOf(' AURORA_ ')).toEqual(['1']);
    });

    it.each([
      ['aurora', 'The Aurora Show'],
      ['show', 'The Aurora Show'],
      ['sho auro', 'The Aurora Show'],
      ['plays', 'AuroraPlays'],
      ['auroraplays', 'AuroraPlays'],
      ['cafe', 'Le Café'],
      ['zurich', 'Zu\u0308rich'],
      ['live', 'ＬＩＶＥ room'],
      ['방송', '우리 한국어 방송'],
      ['하', '한국'],
      ['صحراء', 'ليلى الصحراء صحراء'],
      ['ليلى', 'لَيْلَى الصحراء'],
      ['احمد', 'أحمد'],
      ['елка', 'Ёлка'],
      ['とんぼ', '夜のとんぼ とんぼ'],
      ["o'neil", "Shaq O'Neil"],
      ['con', 'GarÇon'],
      ['плей', 'МаксимПлей'],
      ['ελλασ', 'ΕΛΛΆΣ'],
      ['շոու', 'ԱնիՇոու'],
      ['თამაში', 'ᲗᲐᲛᲐᲨᲘ'],
      ['tv', '東京TV'],
      ['strasse', 'straße'],
      ['soren', 'Søren'],
      ['lukasz', 'Łukasz'],
      ['aether', 'Æther'],
      ['dorde', 'Đorđe'],
      ['istanbul', 'İstanbul'],
      ['ISPARTA', 'Isparta ısparta'],
      ['ngatata', 'Ŋatata ngatata'],
      ['thor', 'Þór'],
      ['firefly', 'ﬁreﬂy'],
      ['plays', 'ＡｕｒｏｒａＰｌａｙｓ'],
      ['duc', 'Nguye\u0302\u0303n Đu\u031b\u0301c'],
      ['שלום', 'שָׁלוֹם'],
      ['gun', '👩\u200d💻 G\u00adun'],
      ['אביב', 'תל־אביב'],
      ['max', '🎮★Max❤'],
    ])('finds by %j the display name %j', async (text, name) => {
      await add('1', null, name);
      await add('2', null, 'Somebody else');
      expect(await idsOf(text)).toEqual(['1']);
    });

    it('separates words at punctuation and symbols of all scripts, and not at letters', async () => {
      const separators = [...'·־׳։՝।။།።។჻゠・★●❤−€🎮'];
      const { rows } = await store.data.client.query<{ sign: string }>(
        `SELECT s.sign FROM unnest($1::text[]) s(sign) WHERE folded_words('a' || s.sign || 'b') = '{a,b}'`,
        [[...separators, ...'々ー〇ʼा๑']],
      );
      expect(rows.map(({ sign }) => sign)).toEqual(separators);
    });

    it.each(['C', 'tr_TR', 'en_US'])('folds capitals independently of the database locale %s', async (locale) => {
      const { rows } = await store.data.client.query<{ name: string | null }>(
        `SELECT quote_ident(min(c.collname)) AS name FROM pg_collation c
        WHERE c.collname = $1 OR (c.collprovider = 'i' AND c.collname LIKE replace($1, '_', '-') || '%')`,
        [locale],
      );
      const collated = `('ISPARTA İZMİR ΕΛΛΆΣ ПЛЕЙ' COLLATE ${rows[0]?.name})`;
      const folded = await store.data.client.query<{ text: string }>(`SELECT fold_name(${collated}) AS text`);
      expect(folded.rows).toEqual([{ text: 'isparta izmir ελλασ плеи' }]);
    });

    it.each(['urora', 'aurora nothing', '!!', '%', '_urora', "'", '\\', ':*', '&', '한'])(
      'finds nothing by %j',
      async (text) => {
        await add('1', 'x', 'Aurora Show');
        expect(await idsOf(text)).toEqual([]);
      },
    );

    it('returns streamers whose login starts with the text first, each once, then the others by login and ID', async () => {
      await add('1', 'zed', 'Nova');
      await add('2', 'nova_b', 'Nova');
      await add('3', 'abc', 'Super Nova');
      await add('30', null, 'Nova');
      await add('4', null, 'Nova');
      await add('5', 'nova', 'Other');
      expect(await idsOf('nova')).toEqual(['5', '2', '3', '1', '4', '30']);
      for (let from = 0; from < 7; from++) {
        expect(await idsOf('nova', { from, limit: 2 })).toEqual(['5', '2', '3', '1', '4', '30'].slice(from, from + 2));
      }
    });

    it('finds by the first 100 characters of names that exceed the limit of tsvector', async () => {
      await add('1', null, `Aurora ${'㌖'.repeat(5_000)}`);
      expect(await idsOf('aurora')).toEqual(['1']);
    });

    it('filters by live or not live', async () => {
      for (const id of ['1', '2']) await add(id, `nova_${id}`, 'Nova');
      await add('3', 'other', 'Nova');
      await store.data.stream({ streamer_id: '2', ended_at: null });
      await store.data.stream({ streamer_id: '1' });
      expect(await idsOf('nova', { live: true })).toEqual(['2']);
      expect(await idsOf('nova', { live: false })).toEqual(['1', '3']);
    });
  });

  it('returns every column, with the figures of the window', async () => {
    const streamer = await store.data.streamer({ id: '7', login: 'somebody', display_name: 'Somebody' });
    await store.data.streams([
      { streamer_id: '7', started_at: hoursAgo(2), ended_at: null, observed_at: hoursAgo(1), avg_viewers: 10 },
      { streamer_id: '7', started_at: hoursAgo(721), peak_viewers: 9_999 },
    ]);
    await store.data.followerPoints('7', [
      [hoursAgo(9), 5],
      [hoursAgo(3), 4],
    ]);
    const [found] = await repository.listByName(page);
    expect(found).toEqual({
      id: '7',
      name: 'somebody',
      display_name: 'Somebody',
      profile_image: streamer.profile_image,
      is_live: true,
      is_stale: true,
      last_seen_at: hoursAgo(1).toISOString(),
      followers: 4,
      last_stream_at: '2026-06-15T10:00:00.000Z',
      stream_count: 1,
      total_minutes: 60,
      avg_viewers: 10,
      peak_viewers: 150,
      watchtime: 6_000,
    });
  });

  it('returns null and zeros for a streamer without data', async () => {
    await add('7', null);
    expect(await repository.listByName(page)).toMatchObject([
      {
        name: '7',
        is_live: false,
        is_stale: false,
        last_seen_at: null,
        followers: null,
        last_stream_at: null,
        watchtime: 0,
      },
    ]);
  });

  it('lists by login, then streamers without a login by ID', async () => {
    await add('30', null);
    await add('4', null);
    await add('1', 'b');
    await add('2', 'a_');
    await add('3', 'a1');
    const ids = async (more: object) => (await repository.listByName({ ...page, ...more })).map(({ id }) => id);
    expect(await ids({})).toEqual(['3', '2', '1', '4', '30']);
    expect(await ids({ from: 1, limit: 2 })).toEqual(['2', '1']);
    expect(await ids({ from: 5 })).toEqual([]);
    await store.data.stream({ streamer_id: '4', ended_at: null });
    expect(await ids({ live: true })).toEqual(['4']);
    expect(await ids({ live: false })).toEqual(['3', '2', '1', '30']);
  });

  it('lists streamers on the board by one of its figures', async () => {
    for (const [id, watchtime] of [...['1', '2', '3'].entries()].map(
      ([i, key]) => [key, [5, 9, 5][i] as number] as const,
    )) {
      await add(id, `s${id}`);
      await store.data.stream({ streamer_id: id, watchtime, avg_viewers: Number(id), peak_viewers: 100 });
    }
    await add('4', 'without_streams');
    const ids = async (...[metric, more]: [Parameters<StreamersRepository['listByMetric']>[0], object?]) =>
      (await repository.listByMetric(metric, { ...page, ...more })).map(({ id }) => id);
    expect(await ids('watchtime')).toEqual([]);
    await store.data.refreshBoard();
    expect(await ids('watchtime')).toEqual(['2', '1', '3']);
    expect(await ids('averageviewers')).toEqual(['3', '2', '1']);
    expect(await ids('watchtime', { from: 1, limit: 1 })).toEqual(['1']);
    await store.data.stream({ streamer_id: '3', ended_at: null });
    expect(await ids('watchtime', { live: true })).toEqual(['3']);
    expect(await ids('watchtime', { live: false })).toEqual(['2', '1']);
  });
});
