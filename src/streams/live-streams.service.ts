import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Page, toPage } from '../http/page.js';
import { LiveStream } from './dto/live-stream.response.js';
import { LiveStreamsRepository } from './live-streams.repository.js';

@Injectable()
export class LiveStreamsService {
  constructor(
    private readonly repository: LiveStreamsRepository,
    private readonly clock: Clock,
  ) {}

  /** Who is live, by viewers; with a game where one is given. */
  async listLive(limit: number, cursor: number, game?: string): Promise<Page<LiveStream>> {
    return toPage(await this.repository.rankLive(this.clock.now(), cursor, limit + 1, game), cursor, limit);
  }
}
