import type { Game, GameDetail } from '../../src/games/dto/game.response.js';
import { hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { rejectsBadIntegers } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const zeros = { stream_count: 0, streamer_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };

/** Names that URLs, SQL, JSON or HTML easily change. */
const oddNames = [
  ...['A/B', '/', '//', 'a%2Fb', '%', '100%', '50 % off?', 'a?b=c', '#1', 'a+b', ' a ', "'; --", '"', '\\', '<b>&amp;'],
  ...[
    '리그 오브 레전드',
    'ポケモン',
    'لعبة',
    'Pokémon',
    'Pokémon'.normalize('NFD'),
    '🎮',
    'İ',
    '{}',
    ',',
    'null',
    'a\u0001',
  ],
  ...['live', 'x'.repeat(200), '가'.repeat(200)],
];

const [api, data] = TestApp.whileTestingWithData({ now: testNow });

beforeEach(async () => {
  await data.clear();
  api.forgetAnswers();
});

const refresh = async () => {
  await data.refreshBoard();
  api.forgetAnswers();
};

/** A new streamer of a game. */
const play = async (game_name: string | null, stream: Partial<StreamData> = {}) => {
  const { id: streamer_id } = await data.streamer();
  return data.stream({ streamer_id, game_name, ...stream });
};

const listAt = async (path: string) => {
  const { status, body, headers } = await api.get<Game[]>(path);
  expect(status).toBe(200);
  return { names: body.map(({ name }) => name), body, link: headers.get('link') };
};
const gameAt = (name: string, query = '') => api.get<GameDetail>(`/v1/games/${encodeURIComponent(name)}${query}`);

describe('GET /v1/games', () => {
  rejectsBadIntegers(api, '/v1/games', 'limit', [1, 100]);
  rejectsBadIntegers(api, '/v1/games', 'cursor', [0, Number.MAX_SAFE_INTEGER]);

  it('returns the figures of each game over the streams that began in the window', async () => {
    const { streamer_id } = await play('Chess', {
      started_at: hoursAgo(720),
      ended_at: hoursAgo(718),
      avg_viewers: 100,
      peak_viewers: 180,
      watchtime: 12_000,
    });
    await data.stream({ streamer_id, game_name: 'Chess', avg_viewers: 401, peak_viewers: 410, watchtime: 2 ** 40 });
    await play('Chess', { avg_viewers: null, peak_viewers: null, watchtime: null });
    await play('Chess', { started_at: new Date(hoursAgo(720).getTime() - 1), watchtime: 2 ** 50 });
    await play('Go', { started_at: hoursAgo(2), ended_at: null, observed_at: hoursAgo(1.5), watchtime: 7 });
    await refresh();
    expect((await listAt('/v1/games')).body).toEqual([
      {
        name: 'Chess',
        stream_count: 3,
        streamer_count: 2,
        total_minutes: 240,
        avg_viewers: 200,
        peak_viewers: 410,
        watchtime: 2 ** 40 + 12_000,
      },
      {
        name: 'Go',
        stream_count: 1,
        streamer_count: 1,
        total_minutes: 30,
        avg_viewers: 100,
        peak_viewers: 150,
        watchtime: 7,
      },
    ]);
  });

  it('treats a missing, empty or blank name as no game', async () => {
    const blanks = [' ', '   ', '\t', '\u0001', '\u0085', '\u00a0\u3000', '\u200b\u3164\u{e0001}', '\u0301\u{1d159}'];
    for (const name of [null, '', ...blanks]) await play(name, { started_at: hoursAgo(1), ended_at: null });
    await play('Chess');
    await refresh();
    expect((await listAt('/v1/games')).names).toEqual(['Chess']);
    for (const name of blanks) expect((await gameAt(name)).status).toBe(404);
  });
});

describe('GET /v1/games/{name}', () => {
  it.each(['\0', 'a\0', 'x'.repeat(201)])('refuses the name %j', async (name) => {
    expect(await gameAt(name)).toMatchObject({
      status: 400,
      body: { error: 'name must be a string of 1 to 200 characters' },
    });
  });

  it('returns the figures of the list, and the streamers of the game', async () => {
    const small = await play('Chess', { watchtime: 5 });
    const big = await play('Chess', { watchtime: 50 });
    const live = await play('Chess', { started_at: hoursAgo(3), ended_at: null, watchtime: null });
    await data.stream({ streamer_id: big.streamer_id, game_name: 'Go', watchtime: 1_000 });
    await refresh();
    const { status, body } = await gameAt('Chess');
    expect(status).toBe(200);
    const { live: streams, streamers, ...figures } = body;
    expect(figures).toEqual((await listAt('/v1/games')).body[1]);
    expect(streams).toEqual((await api.get('/v1/streams/live')).body);
    expect(streams).toMatchObject([{ id: live.id, game_name: 'Chess', live_minutes: 180 }]);
    const one = { stream_count: 1, total_minutes: 60, avg_viewers: 100, peak_viewers: 150 };
    expect(streamers).toEqual([
      {
        id: big.streamer_id,
        name: `streamer_${big.streamer_id}`,
        display_name: `Streamer ${big.streamer_id}`,
        profile_image: `https://static.example.net/profiles/${big.streamer_id}.png`,
        ...one,
        ...{ watchtime: 50, platform: 'twitch', external_id: null },
      },
      expect.objectContaining({ id: small.streamer_id, ...one, watchtime: 5 }),
      expect.objectContaining({ id: live.streamer_id, total_minutes: 180, watchtime: 0 }),
    ]);
  });

  it('returns 20 live streams and 20 streamers by default, and 100 at most', async () => {
    for (let i = 0; i < 101; i++) await play('Chess', { started_at: hoursAgo(3), ended_at: null });
    await refresh();
    for (const [query, count] of [
      ['', 20],
      ['?limit=1', 1],
      ['?limit=100', 100],
    ] as const) {
      const { body } = await gameAt('Chess', query);
      expect([body.live.length, body.streamers.length]).toEqual([count, count]);
    }
  });

  it('finds a game by its exact name, case-sensitive', async () => {
    await play('CHESS', { watchtime: 1 });
    await play('Chess', { watchtime: 2 });
    await refresh();
    expect((await gameAt('CHESS')).body).toMatchObject({ name: 'CHESS', watchtime: 1 });
    expect((await gameAt('Chess')).body).toMatchObject({ name: 'Chess', watchtime: 2 });
    for (const name of ['chess', 'Ches', 'Chess ', '%', 'Ch%', '_hess', ' ', '\t', 'x'.repeat(200)]) {
      expect(await gameAt(name)).toMatchObject({
        status: 404,
        body: {
          error: 'No stream of the last thirty days has a game with this name. Names are case-sensitive.',
        },
      });
    }
  });

  it('finds each unusual name that the list has', async () => {
    for (const [i, name] of oddNames.entries()) {
      await play(name, { started_at: hoursAgo(2), ended_at: null, watchtime: 1_000 - i });
    }
    await refresh();
    const { names } = await listAt('/v1/games?limit=100');
    expect(names).toEqual(oddNames);
    for (const name of names) {
      const { status, body } = await gameAt(name);
      expect([status, body.name, body.stream_count]).toEqual([200, name, 1]);
      expect(body.live.map(({ game_name }) => game_name)).toEqual([name]);
    }
  });

  it('shows a game that is live for the first time, with zeros until the next refresh', async () => {
    await refresh();
    const { id } = await play('New', { started_at: hoursAgo(1), ended_at: null });
    const { body } = await gameAt('New');
    expect(body).toMatchObject({ name: 'New', ...zeros, live: [{ id }], streamers: [] });
    await refresh();
    expect((await gameAt('New')).body).toMatchObject({ stream_count: 1, streamers: [{ stream_count: 1 }] });
  });
});
