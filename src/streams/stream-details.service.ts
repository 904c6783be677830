import { Injectable } from '@nestjs/common';
import { StreamerCoverage } from '../http/coverage.response.js';
import { firstWithinBytes } from '../http/first-within.js';
import { StreamDetail } from './dto/stream-detail.response.js';
import { StreamDetailsRepository } from './stream-details.repository.js';
import { StreamsService } from './streams.service.js';
import { Window } from './thirty-day-window.js';

const mostChanges = 1_000;

@Injectable()
export class StreamDetailsService {
  constructor(
    private readonly repository: StreamDetailsRepository,
    private readonly streams: StreamsService,
  ) {}

  /** A stream, how well it is known, and its first changes, at most 1,000. Throws a NotFoundException for an unknown stream. */
  async findDetail(idText: string): Promise<StreamDetail> {
    const stream = await this.streams.findStream(idText);
    const id = BigInt(stream.id);
    const [coverage, changes] = await Promise.all([
      this.repository.findCoverage(id),
      this.repository.listChanges(id, mostChanges),
    ]);
    return { ...stream, coverage, changes: firstWithinBytes(changes) };
  }

  /** How well a streamer's streams are known that started in a window. */
  findStreamerCoverage(streamerId: bigint, window: Window): Promise<StreamerCoverage> {
    return this.repository.findStreamerCoverage(streamerId, window);
  }
}
