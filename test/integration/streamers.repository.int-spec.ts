import { StreamersRepository } from '../../src/streamer/streamers.repository.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

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
    (await repository.search(text, { ...page, ...more })).streamers.map(({ id }) => id);

  describe('search', () => {
    it('finds any part of a login, and ignores spaces, underscores and punctuation', async () => {
      await add('1', 'aurora_plays');
      await add('2', 'aurora');
      await add('3', 'the_aurora');
      await add('4', 'auror');
      expect(await idsOf('aurora')).toEqual(['2', '1', '3']);
      expect(await idsOf('rorap')).toEqual(['1']);
      for (const text of [' AURORA_', 'aurora plays', 'AuroraPlays', 'aurora-plays', 'plays']) {
        expect([text, (await idsOf(text)).includes('1')]).toEqual([text, true]);
      }
    });

    it('finds parts of one and two characters, also at the end of a name', async () => {
      await add('1', 'xy_z');
      await add('2', 'other', '東京TV');
      for (const [text, id] of Object.entries({
        x: '1',
        y: '1',
        z: '1',
        xy: '1',
        yz: '1',
        京: '2',
        京t: '2',
        v: '2',
      })) {
        expect([text, await idsOf(text)]).toEqual([text, [id]]);
      }
    });

    it('finds a channel ID before logins of digits', async () => {
      await add('1234', 'somebody');
      await add('5', '12345');
      expect(await idsOf('1234')).toEqual(['1234', '5']);
      expect(await idsOf(' 1234 ')).toEqual(['1234', '5']);
      expect(await idsOf('01234')).toEqual([]);
    });

    it('folds names in functions that PostgreSQL inlines, because before version 18 it plans other functions for each name', async () => {
      const { rows } = await store.data.client.query<{ 'QUERY PLAN': string }>(`
        EXPLAIN (VERBOSE, COSTS OFF) SELECT name_index(s.display_name), name_parts(s.login, s.display_name) FROM streamers s`);
      const output = String(rows[1]?.['QUERY PLAN']);
      expect(output.match(/fold_letters\(/g)).toHaveLength(3);
      expect(output).not.toMatch(/name_(index|words|parts|key)\(/);
    });

    it('finds no name that has the parts of a text in another order', async () => {
      await add('1', 'abcd_bcde_x');
      await add('2', 'bcdex_abcd');
      expect(await idsOf('abcde')).toEqual([]);
      expect(await idsOf('abcdbcde')).toEqual(['1']);
    });

    it('ranks whole names, then starts of names, starts of words and other parts, each by followers', async () => {
      const names: [id: string, login: string, displayName: string, followers?: number][] = [
        ['1', 'supernova', '', 9_000],
        ['2', 'bossanova', '', 9_001],
        ['3', 'a', 'Super Nova', 10],
        ['4', 'b', 'The Nova', 20],
        ['5', 'nova_c', ''],
        ['6', 'nova_b', ''],
        ['7', 'novalis', '', 5],
        ['8', 'c', 'Nova', 1],
        ['9', 'nova', 'Other'],
      ];
      for (const [id, login, displayName, followers] of names) {
        await add(id, login, displayName);
        if (followers !== undefined) {
          await store.data.followerPoints(id, [
            [hoursAgo(9), 1_000_000],
            [hoursAgo(3), followers],
          ]);
        }
      }
      const ranked = ['8', '9', '7', '6', '5', '4', '3', '2', '1'];
      expect(await idsOf('nova')).toEqual(ranked);
      for (let from = 0; from < 10; from++) {
        expect(await idsOf('nova', { from, limit: 2 })).toEqual(ranked.slice(from, from + 2));
      }
      expect((await repository.search('nova', { ...page, limit: 2 })).total).toBe(9);
      expect((await repository.search('nobody', page)).total).toBe(0);
    });

    it('returns the first 1,000 of more matches, with the streamer with the most followers', async () => {
      await store.data.client.query(`
        INSERT INTO streamers (id, login, display_name) SELECT i, 'big_' || i, '' FROM generate_series(1, 2500) i;
        INSERT INTO streamers (id, login, display_name) VALUES (2501, 'the_big_one', 'The BIG One'), (2502, 'big_last', '')`);
      await store.data.followerPoints('2501', [[hoursAgo(3), 50]]);
      await store.data.followerPoints('2502', [[hoursAgo(3), 40]]);
      for (const id of ['2501', '2502']) await store.data.stream({ streamer_id: id });
      await store.data.refreshBoard();
      const found = await idsOf('big', { limit: 2_000 });
      expect(found).toHaveLength(1_000);
      expect(found[0]).toBe('2502');
      expect(await idsOf('ig', { limit: 2 })).toEqual(['2501', '2502']);
      expect(await idsOf('big', { from: 999, limit: 2 })).toEqual(found.slice(999));
      expect((await repository.search('big', page)).total).toBe(1_001);
      expect(await idsOf('the_big_one')).toEqual(['2501']);
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

    it.each(['auroa', 'aurora nothing', 'show aurora x', '!!', '%', '_', "'", '\\', ':*', '&', '한', '^'])(
      'finds nothing by %j',
      async (text) => {
        await add('1', 'y', 'Aurora Show');
        expect(await idsOf(text)).toEqual([]);
      },
    );

    it('finds by the first 100 characters of names that exceed the limits of tsvector', async () => {
      await add('1', null, `Aurora ${'㌖'.repeat(5_000)}`);
      await add('2', null, 'ﷺ'.repeat(100));
      expect(await idsOf('aurora')).toEqual(['1']);
      expect(await idsOf('ﷺ')).toEqual(['2']);
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

  describe('listSimilar', () => {
    const similarTo = async (text: string, limit = 3) =>
      (await repository.listSimilar(text, limit)).map(({ id }) => id);

    it.each([
      ['a missing character', 'auora'],
      ['a missing first character', 'urora'],
      ['an added character', 'aurorra'],
      ['a replaced character', 'aurira'],
      ['two swapped characters', 'auorra'],
      ['two swapped characters at the start', 'uarora plays'],
      ['a typo in an unfinished name', 'Auroa_pla'],
    ])('finds a name from a text with %s: %s', async (_typo, text) => {
      await add('1', 'aurora_plays', 'AuroraPlays');
      await add('2', 'somebody', 'Somebody');
      expect(await similarTo(text)).toEqual(['1']);
    });

    it.each([
      ['우리방송국', '우리방소국'],
      ['ليلى الصحراء', 'ليلى اصلحراء'],
      ['Zoë Café', 'zoe cfae'],
    ])('finds the name %s by %s', async (displayName, text) => {
      await add('1', null, displayName);
      expect(await similarTo(text)).toEqual(['1']);
    });

    it.each(['auurroraa', 'aro', "'", '%%%%%', `a${'u'.repeat(30)}`, 'x'.repeat(100)])(
      'finds nothing for %j: two typos, or a text too short or too long',
      async (text) => {
        await add('1', 'aurora_plays', 'AuroraPlays');
        expect(await similarTo(text)).toEqual([]);
      },
    );

    it('ranks whole names first, then by followers, up to the limit', async () => {
      await add('1', 'aurora_plays');
      await add('2', 'aurora_two');
      await add('3', 'aurora');
      await add('4', null, 'Aurora');
      await store.data.followerPoints('2', [[hoursAgo(3), 50]]);
      expect(await similarTo('auora', 9)).toEqual(['3', '4', '2', '1']);
      expect(await similarTo('auora', 3)).toEqual(['3', '4', '2']);
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
      platform: 'twitch',
      external_id: null,
      language: null,
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
