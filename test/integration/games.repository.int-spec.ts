import { GameFigure, GamesFigure } from '../../src/games/game-order.js';
import { GamesRepository } from '../../src/games/games.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { isNotBlank, unlessBlank } from '../../src/streams/blank-text.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('GamesRepository', () => {
  const store = TestStore.whileTesting();
  let repository: GamesRepository;

  beforeAll(() => {
    repository = new GamesRepository(store.prisma);
  });

  afterEach(() => store.data.clear());

  const play = async (id: string, ...games: [name: string, watchtime: number | null][]) => {
    await store.data.streamer({ id });
    await store.data.streams(games.map(([game_name, watchtime]) => ({ streamer_id: id, game_name, watchtime })));
  };

  const idsOf = async (name: string, limit = 100) => (await repository.listStreamers(name, limit)).map(({ id }) => id);

  it('returns nothing before the first refresh', async () => {
    await play('1', ['Chess', 1]);
    expect(await repository.rankGames(0, 10)).toEqual([]);
    expect(await repository.findGame('Chess')).toBeNull();
    expect(await repository.listStreamers('Chess', 10)).toEqual([]);
  });

  it('returns the games from the first position to one before the end, up to the limit', async () => {
    await play('1', ['a', 4], ['b', 3], ['c', 2], ['d', 1]);
    await store.data.refreshBoard();
    const namesAt = async (from: number, limit: number) =>
      (await repository.rankGames(from, limit)).map(({ name }) => name);
    expect(await namesAt(0, 10)).toEqual(['a', 'b', 'c', 'd']);
    expect(await namesAt(1, 2)).toEqual(['b', 'c']);
    expect(await namesAt(4, 2)).toEqual([]);
    expect(await namesAt(Number.MAX_SAFE_INTEGER, 101)).toEqual([]);
  });

  it('finds games by a part of the name: the whole name first, then starts, each by watchtime', async () => {
    await play('1', ['Chess', 1], ['Chess Ultra', 3], ['5D Chess', 9], ['Pokémon: Go', 2], ['한국 장기', 1]);
    expect(await repository.listNamed('chess', 5)).toEqual([]);
    await store.data.refreshBoard();
    const named = async (text: string, limit = 5) => (await repository.listNamed(text, limit)).map(({ name }) => name);
    expect(await named('chess')).toEqual(['Chess', 'Chess Ultra', '5D Chess']);
    expect(await named('CHESS', 2)).toEqual(['Chess', 'Chess Ultra']);
    expect(await named('pokemon go')).toEqual(['Pokémon: Go']);
    expect(await named('장기')).toEqual(['한국 장기']);
    for (const text of ['%', '_', ':', "'", 'checkers']) expect([text, await named(text)]).toEqual([text, []]);
  });

  it('finds which games are in the window, by their exact names', async () => {
    await play('1', ['Chess', 1], ['Go', 1]);
    await store.data.refreshBoard();
    expect(await repository.listKnown(['Chess', 'chess', 'Nothing'])).toEqual(['Chess']);
  });

  it('ranks games of equal watchtime by name, letter by letter', async () => {
    await play('1', ...['b', 'a', 'B', 'é', 'z'].map((name): [string, number] => [name, 5]), ['last', null]);
    await store.data.refreshBoard();
    const names = (await repository.rankGames(0, 10)).map(({ name }) => name);
    expect(names).toEqual(['B', 'a', 'b', 'z', 'é', 'last']);
  });

  it('ranks the streamers of a game by watchtime, then by ID as a number, counting only streams of this game', async () => {
    await play('100', ['Chess', 5], ['Go', 1_000]);
    await play('20', ['Chess', 2], ['Chess', 3]);
    await play('3', ['Chess', 6]);
    await play('4', ['Chess', null]);
    await play('5', ['Go', 1]);
    await store.data.refreshBoard();
    expect(await idsOf('Chess')).toEqual(['3', '20', '100', '4']);
    expect(await idsOf('Chess', 2)).toEqual(['3', '20']);
    expect(await idsOf('Go')).toEqual(['100', '5']);
    expect(await idsOf('go')).toEqual([]);
    expect(await repository.findGame('Chess')).toMatchObject({ stream_count: 5, streamer_count: 4, watchtime: 16 });
  });

  it('keeps the first thousand streamers of each game, with equal figures by watchtime and ID', async () => {
    await store.data.client.query(`
      INSERT INTO streamers (id, login, display_name) SELECT n, 's' || n, 's' || n FROM generate_series(1, 1002) n;
      INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, game_name, watchtime, avg_viewers, peak_viewers)
      SELECT n, n, '${hoursAgo(3).toISOString()}', '${hoursAgo(2).toISOString()}', 'given', 'Go', n % 5, n % 3, n % 4 + 2
      FROM generate_series(1002, 1, -1) n`);
    await store.data.refreshBoard();
    const byWatchtime = Array.from({ length: 1_002 }, (_, i) => i + 1)
      .sort((a, b) => (b % 5) - (a % 5) || a - b)
      .slice(0, 1_000);
    const found = async (figure: GameFigure) =>
      (await repository.listStreamers('Go', 2_000, figure)).map(({ id }) => Number(id));
    for (const [figure, parts] of Object.entries({ watchtime: 5, avg_viewers: 3, peak_viewers: 4, stream_count: 1 })) {
      const expected = byWatchtime.toSorted((a, b) => (b % parts) - (a % parts));
      expect([figure, await found(figure as GameFigure)]).toEqual([figure, expected]);
    }
    expect(await repository.findGame('Go')).toMatchObject({ streamer_count: 1_002 });
  });

  it('ignores the same characters as the pages in names of games', async () => {
    const isStored = (code: number) => code < 0xd800 || code > 0xdfff;
    const { rows } = await store.data.client.query<{ blank: number[] }>(`
      SELECT array_agg(c.code ORDER BY c.code) AS blank FROM generate_series(1, 1114111) c(code)
      WHERE CASE WHEN c.code BETWEEN 55296 AND 57343 THEN FALSE ELSE NOT ${isNotBlank('chr(c.code)')} END`);
    const blank: number[] = [];
    for (let code = 1; code <= 0x10ffff; code++) {
      if (isStored(code) && unlessBlank(String.fromCodePoint(code)) === null) blank.push(code);
    }
    expect(rows[0]?.blank).toEqual(blank);
  });

  it('sorts games and their streamers by a figure, equal ones by watchtime', async () => {
    await play('1', ['Chess', 6], ['Chess', 6], ['Go', 7]);
    await play('2', ['Chess', 20], ['Chess', 1]);
    await play('3', ['Chess', 30]);
    await store.data.refreshBoard();
    const streamersBy = async (figure: GameFigure, from = 0) =>
      (await repository.listStreamers('Chess', 2, figure, from)).map(({ id }) => id);
    expect(await streamersBy('stream_count')).toEqual(['2', '1']);
    expect(await streamersBy('stream_count', 1)).toEqual(['1', '3']);
    expect(await streamersBy('watchtime', 1)).toEqual(['2', '1']);
    const gamesBy = async (figure: GamesFigure) => (await repository.rankGames(0, 9, figure)).map(({ name }) => name);
    expect(await gamesBy('streamer_count')).toEqual(['Chess', 'Go']);
    expect(await repository.rankGames(1, 9, 'streamer_count')).toMatchObject([{ name: 'Go' }]);
    expect(await repository.countGames()).toBe(2);
  });

  it('returns 2^53 - 1 for sums that are too large for JSON', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await play('1', ['Chess', most], ['Chess', most]);
    await store.data.refreshBoard();
    expect(await repository.findGame('Chess')).toMatchObject({ watchtime: most });
    expect(await repository.listStreamers('Chess', 1)).toMatchObject([{ watchtime: most }]);
  });

  it('returns the same figures as the streamer if all streams are of one game', async () => {
    await store.data.streamer({ id: '1' });
    await store.data.streams([
      { streamer_id: '1', started_at: hoursAgo(720), ended_at: hoursAgo(719.5), avg_viewers: 3, peak_viewers: 4 },
      { streamer_id: '1', started_at: hoursAgo(5), ended_at: null, avg_viewers: 8, peak_viewers: 9, watchtime: null },
      { streamer_id: '1', started_at: testNow, ended_at: null },
    ]);
    await store.data.refreshBoard();
    const stats = await new StreamerRepository(store.prisma).findWindowStats('1', windowEndingAt(testNow));
    expect(await repository.findGame('Chess')).toEqual({ name: 'Chess', streamer_count: 1, ...stats });
    expect(await repository.listStreamers('Chess', 1)).toMatchObject([{ id: '1', ...stats }]);
  });

  it('uses the channel ID of a streamer without a login, and returns only the games of the newest board', async () => {
    await store.data.streamer({ id: '7', login: null, display_name: 'Former', profile_image: null });
    await store.data.stream({ streamer_id: '7' });
    await store.data.refreshBoard(hoursAgo(-1));
    await store.data.refreshBoard();
    expect(await repository.rankGames(0, 10)).toHaveLength(1);
    expect(await repository.listStreamers('Chess', 10)).toMatchObject([
      { id: '7', name: '7', display_name: 'Former', profile_image: null },
    ]);
  });
});
