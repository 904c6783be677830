import { NotFoundException } from '@nestjs/common';
import { StreamChange } from './dto/stream-change.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { StreamDetailsRepository } from './stream-details.repository.js';
import { StreamDetailsService } from './stream-details.service.js';
import { StreamsService } from './streams.service.js';
import { unknownStream } from './unknown-stream.js';

const coverage = { tracked_since: null, last_seen_at: null, sample_count: 3, largest_gap_seconds: 60 };
const changeOf = (title: string): StreamChange => ({
  created_at: '2026-10-01T12:00:00.000Z',
  title,
  game_name: 'Chess',
  tags: [],
});

/** The stream 42 alone. */
function serviceOf(changes: StreamChange[]): StreamDetailsService {
  const repository = {
    findCoverage: async (id: bigint) => (id === 42n ? coverage : undefined),
    listChanges: async (id: bigint, limit: number) => (id === 42n ? changes.slice(0, limit) : []),
  };
  const streams = {
    async findStream(id: string): Promise<Partial<StreamSummary>> {
      if (id !== '42') throw unknownStream();
      return { id, title: 'a title' };
    },
  };
  return new StreamDetailsService(
    repository as unknown as StreamDetailsRepository,
    streams as unknown as StreamsService,
  );
}

describe('StreamDetailsService', () => {
  it('returns a stream with its coverage and its changes', async () => {
    const changes = [changeOf('a'), changeOf('b')];
    const detail = { id: '42', title: 'a title', coverage, changes };
    await expect(serviceOf(changes).findDetail('42')).resolves.toEqual(detail);
  });

  it('answers no more than 1,000 changes, and 1,000,000 bytes of them', async () => {
    const short = Array.from({ length: 1_500 }, () => changeOf('a'));
    expect((await serviceOf(short).findDetail('42')).changes).toHaveLength(1_000);
    const long = Array.from({ length: 1_500 }, () => ({ ...changeOf('a'), tags: ['x'.repeat(2_000)] }));
    const { changes } = await serviceOf(long).findDetail('42');
    expect(changes.length).toBeGreaterThan(400);
    expect(JSON.stringify(changes).length).toBeLessThanOrEqual(1_000_000);
  });

  it('does not know a stream that there is not', async () => {
    await expect(serviceOf([]).findDetail('7')).rejects.toBeInstanceOf(NotFoundException);
  });
});
