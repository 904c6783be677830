import { BadRequestException, NotFoundException } from '@nestjs/common';
import { ViewerPointRow } from './viewer-point.response.js';
import { TimeRange } from '../../figures/time.js';
import { SampledTime, StreamViewersRepository } from './stream-viewers.repository.js';
import { StreamViewersService } from './stream-viewers.service.js';

const startMs = Date.UTC(2026, 0, 1);
const at = (minutes: number) => new Date(startMs + minutes * 60_000).toISOString();

/** One stream, 42, with a sample per minute. */
class FakeRepository {
  asked: { partSeconds: number; range: TimeRange; limit?: number | undefined }[] = [];

  constructor(
    private readonly minutes: number,
    private readonly sampleCount: number | null,
  ) {}

  async findSampledTime(id: bigint): Promise<SampledTime | null> {
    if (id !== 42n) return null;
    const last_at = at(this.minutes - 1);
    return { started_at: at(0), first_at: at(0), last_at, sample_count: this.sampleCount, peak_viewers: null };
  }

  async findGraph(_id: bigint, partSeconds: number, range: TimeRange, limit?: number) {
    this.asked.push({ partSeconds, range, limit });
    const count = Math.ceil((this.minutes * 60) / partSeconds);
    const points = Array.from({ length: count }, (_, i): ViewerPointRow => {
      return { viewers: i, created_at: '', offset_seconds: i * partSeconds };
    });
    return { points, peak: null };
  }
}

function start(minutes: number, sampleCount: number | null = minutes) {
  const repository = new FakeRepository(minutes, sampleCount);
  return { repository, service: new StreamViewersService(repository as unknown as StreamViewersRepository) };
}

describe('StreamViewersService', () => {
  it.each([
    ['minutely', 60],
    ['fiveMinutes', 300],
    ['tenMinutes', 600],
    ['thirtyMinutes', 1_800],
    ['hourly', 3_600],
  ] as const)('requests the interval length of %s', async (granularity, seconds) => {
    const { service, repository } = start(180);
    const points = await service.listGraph('42', granularity);
    expect(repository.asked).toMatchObject([{ partSeconds: seconds }]);
    expect(points).toHaveLength((180 * 60) / seconds);
    expect(points[1]?.timestamp).toMatch(/^\d\d:\d\d:00$/);
  });

  it('returns 3,000 points, and rejects more without reading a sample', async () => {
    await expect(start(3_000).service.listGraph('42', 'minutely')).resolves.toHaveLength(3_000);
    const { service, repository } = start(3_001);
    await expect(service.listGraph('42', 'minutely')).rejects.toEqual(
      new BadRequestException(
        'granularity must be fiveMinutes or coarser: minutely could return more than 3,000 points for this stream',
      ),
    );
    expect(repository.asked).toEqual([]);
  });

  it('names the finest granularity that fits', async () => {
    await expect(start(3_000 * 20).service.listGraph('42', 'fiveMinutes')).rejects.toThrow(
      'granularity must be thirtyMinutes or coarser: fiveMinutes could return',
    );
  });

  it('reports that no granularity fits', async () => {
    await expect(start(3_000 * 60 + 1).service.listGraph('42', 'hourly')).rejects.toEqual(
      new BadRequestException(
        'Even the granularity hourly could return more than 3,000 points for this stream, which is too long for a graph.',
      ),
    );
  });

  it('uses the number of samples as the limit, if it is known', async () => {
    await expect(start(9_000, 3_000).service.listGraph('42', 'minutely')).resolves.toBeDefined();
    await expect(start(9_000, 3_001).service.listGraph('42', 'minutely')).rejects.toThrow(BadRequestException);
    await expect(start(9_000, null).service.listGraph('42', 'minutely')).rejects.toThrow(BadRequestException);
  });

  it('counts only the intervals in a range, which it cuts to the granularity', async () => {
    const { service, repository } = start(9_000);
    const between = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
    const range = between('2026-01-02T00:00:59.999Z', '2026-01-04T02:00:30.000Z');
    await service.listGraph('42', 'minutely', { range });
    const cut = between('2026-01-02T00:00:00.000Z', '2026-01-04T02:00:00.000Z');
    expect(repository.asked).toEqual([{ partSeconds: 60, range: cut }]);
    const longer = service.listGraph('42', 'minutely', { range: { ...range, to: cut.to + 60_000 } });
    await expect(longer).rejects.toThrow('granularity must be fiveMinutes');
  });

  it('thins instead of rejecting if the request has a number of points', async () => {
    const { service, repository } = start(9_000);
    await service.listGraph('42', 'minutely', { points: 2_000 });
    expect(repository.asked).toMatchObject([{ partSeconds: 60, limit: 2_000 }]);
  });

  it('throws for an unknown stream', async () => {
    const { service, repository } = start(1);
    for (const id of ['43', '042', 'abc']) {
      await expect(service.listGraph(id, 'hourly')).rejects.toEqual(new NotFoundException('No stream has this ID.'));
    }
    expect(repository.asked).toEqual([]);
  });
});
