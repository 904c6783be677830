import { Injectable } from '@nestjs/common';
import { granularityFor } from '../../events/figures/event-span.js';
import { minuteMs } from '../../figures/time.js';
import { GamesService } from '../../games/games.service.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { StreamViewersService } from '../../streams/viewers/stream-viewers.service.js';
import { minutesBetween } from '../parts/duration-text.js';
import { Addressed } from '../parts/names/link.js';

const maxPoints = 40;

/** A stream that is live, or was when the reader opened the page. */
export type ShownStream = NonNullable<Awaited<ReturnType<ShownStreamLoader['load']>>>;

/** Loads what the head of a streamer shows about a stream. */
@Injectable()
export class ShownStreamLoader {
  constructor(
    private readonly live: LiveStreamsService,
    private readonly viewers: StreamViewersService,
    private readonly games: GamesService,
  ) {}

  /** Returns undefined for a stream that no longer exists. */
  async load(streamer: Addressed, stream: StreamSummary) {
    const { id, started_at, ended_at } = stream;
    const live = await this.live.findItem(id);
    if (live === null) return undefined;
    const minutes = ended_at === null ? live.live_minutes : minutesBetween(started_at, ended_at);
    const [{ points, peak }, games] = await Promise.all([
      this.viewers.findGraph(id, granularityFor(minutes), { points: maxPoints }),
      this.games.listKnown([stream]),
    ]);
    const from = Date.parse(started_at);
    return { streamer, stream, live, minutes, points, peak, games, span: { from, to: from + minutes * minuteMs } };
  }
}
