import { Clock } from '../../clock/clock.js';
import { StreamChange } from './stream-change.response.js';
import { StreamDetailsRepository } from './stream-details.repository.js';
import { StreamOutlinesRepository } from './stream-outlines.repository.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

const described = { title: 'a', game_name: 'Chess', tags: [], language: 'en' };
const short: StreamChange = { created_at: '2026-10-01T12:00:00.000Z', ...described };

async function changesOf(changes: StreamChange[]): Promise<StreamChange[]> {
  const streams = { findStream: async (id: bigint) => ({ id: String(id) }) };
  const details = {
    findCoverage: async () => ({}),
    listChanges: async (_id: bigint, limit: number) => changes.slice(0, limit),
  };
  const service = new StreamsService(
    streams as unknown as StreamsRepository,
    details as unknown as StreamDetailsRepository,
    {} as StreamOutlinesRepository,
    new Clock(),
  );
  return (await service.findDetail('42')).changes;
}

it('returns at most 1,000 changes, with at most 1,000,000 bytes', async () => {
  expect(await changesOf(Array.from({ length: 1_500 }, () => short))).toHaveLength(1_000);
  const long = await changesOf(Array.from({ length: 1_500 }, () => ({ ...short, tags: ['x'.repeat(2_000)] })));
  expect(long.length).toBeGreaterThan(400);
  expect(JSON.stringify(long).length).toBeLessThanOrEqual(1_000_000);
});
