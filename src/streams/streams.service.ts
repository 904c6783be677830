import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { parseId } from '../database/identifiers.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { RecentRange } from './graph-range.js';
import { StreamsRepository } from './streams.repository.js';
import { unknownStream } from './unknown-stream.js';

export const firstStreamMessage = 'The streamer has no stream that started before this one.';

@Injectable()
export class StreamsService {
  constructor(
    private readonly repository: StreamsRepository,
    private readonly clock: Clock,
  ) {}

  /** The streams of a streamer in a range, newest first, then by id; null for an unknown streamer. */
  listRecent(name: string, limit: number, range: RecentRange): Promise<StreamSummary[] | null> {
    return this.repository.listRecent(name, limit, this.clock.now(), range);
  }

  /** Throws a NotFoundException for an unknown stream. */
  async findStream(idText: string): Promise<StreamSummary> {
    const id = parseId(idText);
    const stream = id === null ? null : await this.repository.findStream(id, this.clock.now());
    if (stream === null) throw unknownStream();
    return stream;
  }

  /** Throws a NotFoundException for an unknown stream. */
  async findMessageStats(idText: string): Promise<MessageStats> {
    const id = parseId(idText);
    const stats = id === null ? null : await this.repository.findMessageStats(id);
    if (stats === null) throw unknownStream();
    return stats;
  }

  /** The streamer's previous stream. Throws a NotFoundException for an unknown stream, and for a streamer's first one. */
  async findBefore(idText: string): Promise<StreamSummary> {
    const id = parseId(idText);
    const rows = id === null ? null : await this.repository.listEarlier(id, 1, this.clock.now());
    if (rows === null) throw unknownStream();
    const [row] = rows;
    if (row === undefined) throw new NotFoundException(firstStreamMessage);
    return row;
  }

  /** The streamer's next stream; null for the newest one and for an unknown stream. */
  async findAfter(idText: string): Promise<StreamSummary | null> {
    const id = parseId(idText);
    const later = id === null ? null : await this.repository.listLater(id, 1, this.clock.now());
    return later?.[0] ?? null;
  }
}
