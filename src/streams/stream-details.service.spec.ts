import { StreamChange } from './dto/stream-change.response.js';
import { StreamDetailsRepository } from './stream-details.repository.js';
import { StreamDetailsService } from './stream-details.service.js';
import { StreamsService } from './streams.service.js';

const short: StreamChange = { created_at: '2026-10-01T12:00:00.000Z', title: 'a', game_name: 'Chess', tags: [] };

async function changesOf(changes: StreamChange[]): Promise<StreamChange[]> {
  const repository = {
    findCoverage: async () => ({}),
    listChanges: async (_id: bigint, limit: number) => changes.slice(0, limit),
  } as unknown as StreamDetailsRepository;
  const streams = { findStream: async (id: string) => ({ id }) } as unknown as StreamsService;
  return (await new StreamDetailsService(repository, streams).findDetail('42')).changes;
}

it('answers no more than 1,000 changes, and 1,000,000 bytes of them', async () => {
  expect(await changesOf(Array.from({ length: 1_500 }, () => short))).toHaveLength(1_000);
  const long = await changesOf(Array.from({ length: 1_500 }, () => ({ ...short, tags: ['x'.repeat(2_000)] })));
  expect(long.length).toBeGreaterThan(400);
  expect(JSON.stringify(long).length).toBeLessThanOrEqual(1_000_000);
});
