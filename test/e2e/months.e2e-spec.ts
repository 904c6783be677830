import type { Language } from '../../src/leaderboard/dto/language.response.js';
import type { LeaderboardPage } from '../../src/leaderboard/dto/leaderboard-page.response.js';
import type { StreamerRank } from '../../src/leaderboard/dto/rank.response.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { expectedBoard, expectedIds } from '../support/data/expected-board.js';
import { FollowerPointData, hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';

const [api, data] = TestApp.whileTestingWithData({ now: testNow });

beforeEach(async () => {
  await data.clear();
  api.forgetAnswers();
});

/** Ranks all months of these tests. */
async function refresh(...months: string[]): Promise<void> {
  await data.client.query('INSERT INTO due_months (month) SELECT unnest($1::text[])', [months]);
  await data.refreshBoard();
  api.forgetAnswers();
}

async function pageOf(query: string): Promise<LeaderboardPage> {
  const { status, body } = await api.get<LeaderboardPage>(`/v1/leaderboard?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}

const ranksOf = async (query: string) =>
  (await pageOf(query)).items.map(({ id, previous_rank }) => [id, previous_rank]);

const placeIn = async (id: string, month: number, watchtime: number, more: Partial<StreamData> = {}) => {
  const started_at = new Date(Date.UTC(2026, month - 1, 10));
  await data.stream({
    streamer_id: id,
    started_at,
    ended_at: new Date(started_at.getTime() + 3_600_000),
    watchtime,
    ...more,
  });
};

const place = async (id: string, watchtime: number, more: Partial<StreamData> = {}) => {
  await data.streamer({ id, login: `login_${id}` });
  await data.stream({ streamer_id: id, started_at: hoursAgo(50), ended_at: hoursAgo(49), watchtime, ...more });
};

describe('the board of a month', () => {
  beforeEach(async () => {
    for (const id of ['1', '2', '3']) await data.streamer({ id, login: `login_${id}` });
    for (const [id, april, may] of [
      ['1', 10, 30],
      ['2', 20, 20],
      ['3', 0, 10],
    ] as const) {
      if (april > 0) await placeIn(id, 4, april, { game_name: 'Chess' });
      await placeIn(id, 5, may);
    }
    await refresh('2026-04', '2026-05');
  });

  it('has the streams that began in the month, and ranks of the month before', async () => {
    expect(await ranksOf('month=2026-05')).toEqual([
      ['1', 2],
      ['2', 1],
      ['3', null],
    ]);
    expect(await ranksOf('month=2026-04')).toEqual([
      ['2', null],
      ['1', null],
    ]);
    expect((await pageOf('month=2026-04')).items[0]).toMatchObject({
      watchtime: 20,
      total_minutes: 60,
      stream_count: 1,
    });
  });

  it('has no ranks of positions that the month before does not keep', async () => {
    await data.client.query(`
      UPDATE board_entries e SET watchtime_position = 9999 + e.watchtime_position
      FROM boards b WHERE b.id = e.board_id AND b.month = '2026-04'`);
    expect(await ranksOf('month=2026-05')).toEqual([
      ['1', null],
      ['2', 10_000],
      ['3', null],
    ]);
    const previousOf = async (id: string) =>
      (await api.get<StreamerRank>(`/v1/streamer/${id}/rank?month=2026-05`)).body.items[0]?.previous_rank;
    expect([await previousOf('1'), await previousOf('2')]).toEqual([null, 10_000]);
  });

  it('has no ranks of a month before whose board is hidden, because streams of it were removed', async () => {
    await data.client.query(`INSERT INTO pruned_months (month) VALUES ('2026-04')`);
    expect((await api.get('/v1/leaderboard?month=2026-04')).status).toBe(404);
    const months = (await api.get<{ month: string }[]>('/v1/leaderboard/months')).body;
    expect(months.map(({ month }) => month)).toEqual(['2026-06', '2026-05']);
    expect(await ranksOf('month=2026-05')).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
    ]);
    const { body } = await api.get<StreamerRank>('/v1/streamer/1/rank?month=2026-05');
    expect(body.items[0]).toMatchObject({ rank: 1, previous_rank: null });
  });

  it('has the names of now', async () => {
    await data.client.query(`UPDATE streamers SET login = 'renamed', display_name = 'Renamed' WHERE id = 1`);
    expect((await pageOf('month=2026-05')).items[0]).toMatchObject({ name: 'renamed', display_name: 'Renamed' });
  });

  it('counts positions, also of a streamer who was forgotten since', async () => {
    await data.client.query('DELETE FROM board_entries WHERE streamer_id = 2');
    expect(await pageOf('month=2026-05&limit=2')).toMatchObject({ items: [{ id: '1' }], hasMore: true, nextCursor: 2 });
    const last = { items: [{ id: '3' }], hasMore: false, nextCursor: 3 };
    expect(await pageOf('month=2026-05&limit=2&cursor=2')).toMatchObject(last);
    expect(await pageOf('month=2026-05&cursor=7')).toEqual({ items: [], hasMore: false, nextCursor: 7 });
  });

  it('ends after the entries that it keeps by each figure', async () => {
    await data.client.query('UPDATE board_entries SET watchtime_position = 9999 + watchtime_position');
    await data.client.query('UPDATE boards SET entry_count = 50000');
    const page = await pageOf('month=2026-05&cursor=9998');
    expect(page).toMatchObject({ items: [{ id: '1' }], hasMore: false, nextCursor: 10_000 });
    const { body } = await api.get<StreamerRank>('/v1/streamer/2/rank?month=2026-05');
    expect(body).toMatchObject({ entries: 50_000, items: [{ value: 20, rank: null }, { rank: 2 }, {}, {}, {}] });
  });

  it.each(['/v1/leaderboard', '/v1/leaderboard.csv', '/v1/streamer/1/rank', '/v1/games', '/leaderboard', '/games'])(
    'accepts only UTC as tz (%s)',
    async (path) => {
      const accepted = { Accept: 'text/html, */*' };
      const statusOf = async (query: string) => (await api.send('GET', `${path}?${query}`, accepted)).status;
      const usual = await statusOf('month=2026-05');
      for (const tz of ['tz=UTC', 'tz=utc']) expect(await statusOf(`month=2026-05&${tz}`)).toBe(usual);
      for (const tz of ['tz=Europe/Berlin', 'tz=', 'tz=UTC&tz=UTC']) {
        expect(await statusOf(`month=2026-05&${tz}`)).toBe(400);
      }
      const { text } = await api.send('GET', `${path}?tz=Europe/Berlin`, accepted);
      expect(text).toContain('tz must be UTC, because ranks of months are stored in UTC');
    },
  );

  it('names the next page in files', async () => {
    const { headers } = await api.send('GET', '/v1/leaderboard.csv?month=2026-05&limit=1');
    expect(headers.get('link')).toBe('</v1/leaderboard.csv?limit=1&cursor=1&sort=watchtime&month=2026-05>; rel="next"');
  });

  it('has games, and is in the list of months', async () => {
    expect((await api.get('/v1/games?month=2026-04')).body).toMatchObject([
      { name: 'Chess', stream_count: 2, watchtime: 30 },
    ]);
    const { body } = await api.get<{ month: string }[]>('/v1/leaderboard/months');
    expect(body.map(({ month }) => month)).toEqual(['2026-06', '2026-05', '2026-04']);
    const from = '2026-05-01T00:00:00.000Z';
    expect(body[1]).toMatchObject({
      from,
      to: '2026-06-01T00:00:00.000Z',
      entries: 3,
      games: 1,
      is_final: true,
      is_due: false,
    });
    expect(body[0]).toMatchObject({ entries: 0, is_final: false });
    await data.client.query(`INSERT INTO due_months (month) VALUES ('2026-05')`);
    api.forgetAnswers();
    expect((await api.get<object[]>('/v1/leaderboard/months')).body[1]).toMatchObject({ is_due: true });
  });

  it('returns the ranks of a streamer', async () => {
    const { body } = await api.get<StreamerRank>('/v1/streamer/login_1/rank?month=2026-05');
    expect(body).toMatchObject({ from: '2026-05-01T00:00:00.000Z', entries: 3, refreshed_at: testNow.toISOString() });
    expect(body.items.map(({ metric, value, rank, previous_rank }) => [metric, value, rank, previous_rank])).toEqual([
      ['watchtime', 30, 1, 2],
      ['averageviewers', 100, 1, 1],
      ['followers', 0, 1, 1],
      ['followergain', 0, 1, 1],
      ['peakviewers', 150, 1, 1],
    ]);
  });

  it('returns the previous rank of a streamer without a stream in the window, of a month and of days', async () => {
    const ranksOf = async (name: string, query: string) =>
      (await api.get<StreamerRank>(`/v1/streamer/${name}/rank?${query}`)).body.items.map((item) => [
        ...[item.metric, item.value, item.rank, item.previous_rank],
      ]);
    const gone = await data.streamer();
    const stays = await data.streamer();
    const add = (streamer_id: string, hours: number, watchtime: number) =>
      data.stream({ streamer_id, started_at: hoursAgo(hours), watchtime, avg_viewers: 1, peak_viewers: watchtime });
    await add(gone.id, 24 * 7 + 1, 900);
    await add(stays.id, 24 * 7 + 1, 800);
    await add(stays.id, 1, 1);
    await placeIn(gone.id, 4, 15);
    await refresh('2026-04', '2026-05');
    expect((await ranksOf(gone.id, 'month=2026-05'))[0]).toEqual(['watchtime', null, null, 2]);
    expect((await ranksOf(gone.id, 'days=7'))[0]).toEqual(['watchtime', null, null, 1]);
    expect((await ranksOf(gone.id, 'days=7'))[4]).toEqual(['peakviewers', null, null, 1]);
    expect((await ranksOf(stays.id, 'days=7'))[0]).toEqual(['watchtime', 1, 1, 2]);
    expect(
      (await ranksOf((await data.streamer()).id, 'days=7')).every((item) =>
        item.slice(1).every((value) => value === null),
      ),
    ).toBe(true);
    expect((await ranksOf(gone.id, 'days=30'))[0]).toEqual(['watchtime', 900, 1, null]);
  });

  it.each([
    ['/v1/leaderboard?month=2026-05&days=30', 'Use only one of month and days'],
    ['/v1/leaderboard?month=2026-13', 'month must be a month from 2000-01 to 2100-12'],
    ['/v1/leaderboard?month=1999-12', 'month must be a month from 2000-01 to 2100-12'],
    ['/v1/leaderboard?month=', 'month must be a month from 2000-01 to 2100-12'],
    ['/v1/games?month=2026-5', 'month must be a month from 2000-01 to 2100-12'],
    ['/v1/streamer/1/rank?month=2026-05&days=7', 'Use only one of month and days'],
    ['/v1/leaderboard?min_minutes=60', 'min_minutes requires sort=averageviewers'],
    ['/v1/leaderboard?min_streams=2&sort=followers', 'min_streams requires sort=averageviewers'],
    ['/v1/leaderboard?sort=averageviewers&min_minutes=129601', 'min_minutes must be an integer from 1 to 129600'],
    ['/v1/leaderboard?sort=averageviewers&min_streams=0', 'min_streams must be an integer from 1 to 10000'],
    ['/v1/leaderboard?language=', 'language must be a language code such as en or pt-br'],
    ['/v1/leaderboard?language=p_t', 'language must be a language code such as en or pt-br'],
    ['/v1/streams/live?language=en&language=de', 'language must be a language code such as en or pt-br'],
    ['/v1/streamers?language=en&query=a', 'Use only one of language and query'],
    ['/v1/streamers?language=en&sort=name', 'language cannot be combined with sort=name'],
    ['/v1/streams/live?game=', 'game must be a string of 1 to 200 characters'],
  ])('returns 400 for %s', async (path, error) => {
    expect(await api.get(path)).toMatchObject({ status: 400, body: { error } });
  });

  it.each(['/v1/leaderboard?month=2026-01', '/v1/games?month=2026-01', '/v1/streamer/1/rank?month=2026-01'])(
    'returns 404 for a month without a board: %s',
    async (path) => {
      const error = 'This month has no board. GET /v1/leaderboard/months lists the months.';
      expect(await api.get(path)).toMatchObject({ status: 404, body: { error } });
    },
  );
});

describe('filters of a board', () => {
  it('keep the order of the board, as computed without SQL, page by page', async () => {
    const random = new SeededRandom(Number(process.env.FILTER_SEED ?? 7));
    const streams: StreamData[] = [];
    for (let id = 1; id <= 30; id++) {
      const streamer = await data.streamer({ id: String(id) });
      const drawn = Array.from({ length: random.integer(1, 4) }, () => {
        const ago = random.integer(30, 600);
        return {
          ...{ streamer_id: streamer.id, started_at: hoursAgo(ago), ended_at: hoursAgo(ago - random.integer(0, 9)) },
          ...{ avg_viewers: random.integer(0, 9), peak_viewers: 9, watchtime: random.integer(0, 99) },
          language: random.pick([null, 'en', 'pt', 'pt-br', 'ptx']),
        };
      });
      streams.push(...(await data.streams(drawn)));
    }
    await refresh();
    const rows = expectedBoard(streams, [] as FollowerPointData[], testNow);
    const check = async (query: string, ids: string[]) => {
      const found: string[] = [];
      for (
        let page = await pageOf(`${query}&limit=4`);
        ;
        page = await pageOf(`${query}&limit=4&cursor=${page.nextCursor}`)
      ) {
        found.push(...page.items.map(({ id }) => id));
        if (!page.hasMore) break;
      }
      expect([query, found]).toEqual([query, ids]);
    };
    for (const language of ['en', 'pt', 'pt-br', 'p', 'de']) {
      await check(`language=${language}`, expectedIds(rows, 'watchtime', { language }));
      await check(`sort=averageviewers&language=${language}&min_minutes=300&min_streams=2`, [
        ...expectedIds(rows, 'average_viewers', { language, minMinutes: 300, minStreams: 2 }),
      ]);
    }
    expect(expectedIds(rows, 'watchtime', { language: 'pt' }).length).toBeGreaterThan(3);
  });

  it('keep a streamer with exactly the minutes and the streams', async () => {
    await place('1', 10);
    await data.stream({ streamer_id: '1', started_at: hoursAgo(30), ended_at: hoursAgo(29) });
    await place('2', 20, { ended_at: hoursAgo(48) });
    await place('3', 30);
    await refresh();
    const idsOf = async (filter: string) =>
      (await pageOf(`sort=averageviewers&${filter}`)).items.map(({ id }) => id).sort();
    expect(await idsOf('min_minutes=60')).toEqual(['1', '2', '3']);
    expect(await idsOf('min_minutes=120')).toEqual(['1', '2']);
    expect(await idsOf('min_minutes=121')).toEqual([]);
    expect(await idsOf('min_streams=1')).toEqual(['1', '2', '3']);
    expect(await idsOf('min_streams=2')).toEqual(['1']);
    expect(await idsOf('min_streams=3')).toEqual([]);
  });

  it('ignore the case, and have no ranks in the window before', async () => {
    await place('1', 10, { language: 'pt-br' });
    await place('2', 20, { language: 'en' });
    await data.stream({ streamer_id: '1', started_at: hoursAgo(24 * 40) });
    await refresh();
    expect(await ranksOf('language=PT')).toEqual([['1', null]]);
    expect(await ranksOf('')).toEqual([
      ['2', null],
      ['1', 1],
    ]);
    expect((await pageOf('language=pt')).items).toMatchObject([{ language: 'pt-br' }]);
  });

  it('apply to the list of streamers by a figure, and to live streams', async () => {
    await place('1', 10, { language: 'pt-br' });
    await data.stream({ streamer_id: '1', started_at: hoursAgo(70), ended_at: hoursAgo(69), language: 'pt-br' });
    await place('2', 20, { language: 'en' });
    for (const [id, game_name] of [
      ['1', 'Chess'],
      ['2', 'Go'],
    ] as const) {
      await data.stream({ id: `9${id}`, streamer_id: id, ended_at: null, language: 'en', game_name });
    }
    await refresh();
    const ids = async (path: string) => (await api.get<{ id: string }[]>(path)).body.map(({ id }) => id);
    expect(await ids('/v1/streamers?language=pt')).toEqual(['1']);
    expect(await ids('/v1/streamers?language=en&sort=followers')).toEqual(['2']);
    expect(await ids('/v1/streams/live?language=en')).toEqual(['91', '92']);
    expect(await ids('/v1/streams/live?language=en&game=Go')).toEqual(['92']);
    expect(await ids('/v1/streams/live?game=go')).toEqual([]);
    expect((await api.get<Language[]>('/v1/languages')).body).toEqual([
      { language: 'en', streamers: 1, live_streams: 2 },
      { language: 'pt-br', streamers: 1, live_streams: 0 },
    ]);
  });
});

describe('the ranks of a streamer', () => {
  it('are null for a streamer who is not on the board', async () => {
    await place('1', 10);
    await data.streamer({ id: '2' });
    await refresh();
    const { body } = await api.get<StreamerRank>('/v1/streamer/2/rank?days=7');
    expect(body.items).toHaveLength(5);
    for (const { value, rank, previous_rank } of body.items)
      expect([value, rank, previous_rank]).toEqual([null, null, null]);
    expect((await api.get('/v1/streamer/nobody/rank')).status).toBe(404);
  });

  it('are on a badge', async () => {
    await place('1', 10);
    await place('2', 20);
    await data.streamer({ id: '3' });
    await refresh();
    const textOf = async (id: string) => (await api.send('GET', `/v1/streamer/${id}/badge.svg?metric=rank`)).text;
    expect(await textOf('1')).toContain('#2');
    expect(await textOf('3')).toContain('none');
  });
});
