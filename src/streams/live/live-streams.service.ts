import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Page, toPage } from '../../http/lists/page.js';
import { LiveStream } from './live-stream.response.js';
import { LiveStreamsRepository } from './live-streams.repository.js';

@Injectable()
export class LiveStreamsService {
  constructor(
    private readonly repository: LiveStreamsRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the live streams by viewers. With `game`, only streams of this game. */
  async listLive(limit: number, cursor: number, game?: string): Promise<Page<LiveStream>> {
    return toPage(await this.repository.rankLive(this.clock.now(), cursor, limit + 1, game), cursor, limit);
  }

  /** Returns the live streams by viewers, and the number of all live streams. */
  async rankLive(limit: number, cursor: number): Promise<Page<LiveStream>> {
    const [live, total] = await Promise.all([this.listLive(limit, cursor), this.repository.countLive()]);
    return { ...live, total };
  }
}
