import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { isCertain } from '../parts/names/live-mark.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';

const shown = 3;
/** Streams that may have ended are left out. */
const loaded = 10;
/** Requests for pages that do not exist have no rate limit, so they share one read of the database. */
const keptMs = 30_000;

/** The live streams with the most viewers, for readers who found no page. */
@Injectable()
export class PopularStreams {
  private streams: Promise<LiveStream[]> = Promise.resolve([]);
  private loadedAtMs = -Infinity;

  constructor(
    private readonly service: LiveStreamsService,
    private readonly clock: Clock,
  ) {}

  /** Returns [] if the streams cannot be read. */
  list(): Promise<LiveStream[]> {
    const now = this.clock.monotonicMs();
    if (now - this.loadedAtMs > keptMs) {
      this.loadedAtMs = now;
      this.streams = this.load().catch(() => []);
    }
    return this.streams;
  }

  private async load(): Promise<LiveStream[]> {
    const { items } = await this.service.listLive(loaded, 0);
    return items.filter((stream) => isCertain(stream) && stream.viewers !== null).slice(0, shown);
  }
}
