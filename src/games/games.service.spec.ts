import { NotFoundException } from '@nestjs/common';
import { LiveStreamsService } from '../streams/live-streams.service.js';
import { Game } from './dto/game.response.js';
import { GamesRepository } from './games.repository.js';
import { GamesService } from './games.service.js';

const zeros = { stream_count: 0, streamer_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };
const games: Game[] = ['a', 'b', 'c'].map((name, i) => ({ name, ...zeros, watchtime: 9 - i }));

/** Three games, of which each has a streamer; `b` and `new` are live. */
function start() {
  const repository = {
    rankGames: async (from: number, limit: number) => games.slice(from, from + limit),
    findGame: async (name: string) => games.find((game) => game.name === name) ?? null,
    listStreamers: async (name: string, limit: number) => [{ of: name, limit }],
  };
  const live = {
    listLive: async (limit: number, cursor: number, game?: string) => ({
      items: game !== 'other' ? [{ game, limit, cursor }] : [],
    }),
  };
  return new GamesService(repository as unknown as GamesRepository, live as unknown as LiveStreamsService);
}

describe('GamesService', () => {
  it('answers pages of the games', async () => {
    await expect(start().list(2, 0)).resolves.toEqual({ items: games.slice(0, 2), hasMore: true, nextCursor: 2 });
    await expect(start().list(2, 2)).resolves.toEqual({ items: games.slice(2), hasMore: false, nextCursor: 3 });
  });

  it('answers a game with who streams it', async () => {
    await expect(start().find('b', 5)).resolves.toEqual({
      ...games[1],
      live: [{ game: 'b', limit: 5, cursor: 0 }],
      streamers: [{ of: 'b', limit: 5 }],
    });
  });

  it('answers zeros for a game that is live and on no board', async () => {
    await expect(start().find('new', 5)).resolves.toMatchObject({ name: 'new', ...zeros, live: [{ game: 'new' }] });
  });

  it.each(['other', ' ', '\t\u3000'])('finds no game %j', async (name) => {
    await expect(start().find(name, 5)).rejects.toEqual(
      new NotFoundException(
        'No stream of the last thirty days has a game with this name. Upper and lower case differ.',
      ),
    );
  });
});
