import { BadRequestException, NotFoundException } from '@nestjs/common';
import { ViewerPointRow } from './dto/viewer-point.response.js';
import { GraphRange } from './graph-range.js';
import { PartCount, StreamViewersRepository } from './stream-viewers.repository.js';
import { StreamViewersService } from './stream-viewers.service.js';

/** One stream, 42, which was sampled without a gap for so many minutes. */
class FakeRepository {
  asked: number[] = [];
  thinned: { partSeconds: number; limit: number; range: GraphRange }[] = [];

  constructor(private readonly minutes: number) {}

  async listViewerPoints(id: bigint, partSeconds: number, limit: number): Promise<ViewerPointRow[] | null> {
    this.asked.push(partSeconds);
    if (id !== 42n) return null;
    const count = Math.min(limit, this.partsOf(partSeconds));
    return Array.from({ length: count }, (_, i) => ({ viewers: i, created_at: '', offset_seconds: i * partSeconds }));
  }

  async listThinnedViewerPoints(_id: bigint, partSeconds: number, limit: number, range: GraphRange) {
    this.thinned.push({ partSeconds, limit, range });
    return (await this.listViewerPoints(42n, partSeconds, limit)) ?? [];
  }

  async countParts(_id: bigint, partSeconds: readonly number[]): Promise<PartCount[]> {
    return partSeconds.map((part_seconds) => ({ part_seconds, parts: this.partsOf(part_seconds) }));
  }

  private partsOf(partSeconds: number): number {
    return Math.ceil((this.minutes * 60) / partSeconds);
  }
}

function start(minutes: number) {
  const repository = new FakeRepository(minutes);
  return { repository, service: new StreamViewersService(repository as unknown as StreamViewersRepository) };
}

describe('StreamViewersService', () => {
  it.each([
    ['minutely', 60],
    ['fiveMinutes', 300],
    ['tenMinutes', 600],
    ['thirtyMinutes', 1_800],
    ['hourly', 3_600],
  ] as const)('asks for parts as long as %s means', async (granularity, seconds) => {
    const { service, repository } = start(180);
    const points = await service.listGraph('42', granularity);
    expect(repository.asked).toEqual([seconds]);
    expect(points).toHaveLength((180 * 60) / seconds);
    expect(points[1]?.timestamp).toMatch(/^\d\d:\d\d:00$/);
  });

  it('answers 3,000 points, and refuses to answer more', async () => {
    await expect(start(3_000).service.listGraph('42', 'minutely')).resolves.toHaveLength(3_000);
    await expect(start(3_001).service.listGraph('42', 'minutely')).rejects.toEqual(
      new BadRequestException(
        'granularity must be fiveMinutes or coarser: minutely would make more than 3,000 points of this stream',
      ),
    );
  });

  it('names the finest granularity that fits', async () => {
    await expect(start(3_000 * 20).service.listGraph('42', 'fiveMinutes')).rejects.toThrow(
      'granularity must be thirtyMinutes or coarser: fiveMinutes would make',
    );
  });

  it('says so where none fits', async () => {
    await expect(start(3_000 * 60 + 1).service.listGraph('42', 'hourly')).rejects.toEqual(
      new BadRequestException(
        'Even the granularity hourly would make more than 3,000 points of this stream, which is too long for a graph.',
      ),
    );
  });

  it('thins instead of refusing if it is asked for so many points', async () => {
    const { service, repository } = start(9_000);
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
    await expect(service.listGraph('42', 'minutely', { ...range, points: 2_000 })).resolves.toHaveLength(2_000);
    expect(repository.thinned).toEqual([{ partSeconds: 60, limit: 2_000, range }]);
    await expect(service.listGraph('42', 'hourly', { points: 150 })).resolves.toHaveLength(150);
    expect(repository.thinned).toHaveLength(1);
  });

  it('finds no unknown stream', async () => {
    const { service, repository } = start(1);
    for (const id of ['43', '042', 'abc']) {
      await expect(service.listGraph(id, 'hourly')).rejects.toEqual(
        new NotFoundException('There is no stream with this id.'),
      );
    }
    expect(repository.asked).toHaveLength(1);
  });
});
