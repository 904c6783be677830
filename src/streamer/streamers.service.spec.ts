import { BadRequestException } from '@nestjs/common';
import { StreamersQuery } from './dto/streamers.query.js';
import { StreamersPage, StreamersRepository } from './streamers.repository.js';
import { StreamersService } from './streamers.service.js';

const now = new Date('2026-10-01T12:00:00.000Z');

/** Answers what it was asked for, as often as the limit says. */
function start() {
  const answer = (...asked: unknown[]) => Array.from({ length: (asked.at(-1) as StreamersPage).limit }, () => asked);
  const repository = {
    search: async (text: string, page: StreamersPage) => answer('search', text, page),
    listByName: async (page: StreamersPage) => answer('name', page),
    listByMetric: async (metric: string, page: StreamersPage) => answer(metric, page),
  };
  const clock = { now: () => now, monotonicMs: () => 0 };
  const service = new StreamersService(repository as unknown as StreamersRepository, clock);
  return (query: Partial<StreamersQuery>) => service.list(Object.assign(new StreamersQuery(), { limit: 2 }, query));
}

const page = { live: undefined, from: 0, limit: 3, window: { from: new Date('2026-09-01T12:00:00.000Z'), to: now } };

describe('StreamersService', () => {
  it.each<[Partial<StreamersQuery>, unknown[]]>([
    [{}, ['watchtime', page]],
    [{ sort: 'followers', live: true }, ['followers', { ...page, live: true }]],
    [{ sort: 'name', cursor: 4 }, ['name', { ...page, from: 4 }]],
    [{ query: 'aurora', live: false }, ['search', 'aurora', { ...page, live: false }]],
  ])('answers %j with the list it is about', async (query, asked) => {
    await expect(start()(query)).resolves.toEqual({
      items: [asked, asked],
      hasMore: true,
      nextCursor: (query.cursor ?? 0) + 2,
    });
  });

  it('refuses an order beside a query', async () => {
    await expect(start()({ query: 'a', sort: 'name' })).rejects.toEqual(
      new BadRequestException('sort must be left out with a query'),
    );
  });
});
