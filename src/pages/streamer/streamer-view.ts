import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { EventsService } from '../../events/events.service.js';
import { PartnersService } from '../../partners/partners.service.js';
import { WindowDays } from '../../streamer/dto/window-stats.query.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { ColabSessionsService } from '../../streams/colab-sessions.service.js';
import { StreamsService } from '../../streams/streams.service.js';
import { Window, windowBefore, windowEndingAt } from '../../figures/windows.js';
import { DataForms, streamerForms } from '../parts/data-forms.js';
import { StreamerQuery } from './streamer.query.js';

export const streamsPerPage = 20;
const colabsShown = 10;
const graphPoints = 150;

/** The data of a streamer page. */
export type StreamerView = Awaited<ReturnType<StreamerViewLoader['load']>>;

/** Loads the data of a streamer page from the services. */
@Injectable()
export class StreamerViewLoader {
  constructor(
    private readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    private readonly streams: StreamsService,
    private readonly partners: PartnersService,
    private readonly events: EventsService,
    private readonly colabs: ColabSessionsService,
    private readonly clock: Clock,
  ) {}

  /** Throws a NotFoundException for an unknown streamer. */
  async load(name: string, { range, cursor }: StreamerQuery) {
    const now = this.clock.now();
    const days = range === 'all' ? undefined : (Number(range) as WindowDays);
    const window = days === undefined ? { from: new Date(0), to: now } : windowEndingAt(now, days);
    const before = days === undefined ? undefined : windowBefore(window);
    const from = window.from.toISOString();
    const [streamer, figures, followers, outlines, [streams, live], partners, events, colabs] = await Promise.all([
      this.streamers.findStreamer(name),
      this.findFigures(name, days, window),
      this.listFollowers(name, window, before),
      this.streams.listOutlines(name, window),
      this.listStreams(name, cursor, from),
      this.partners.listActive(name),
      this.events.listOfStreamer(name),
      this.colabs.listOfStreamer(name, window, colabsShown),
    ]);
    return {
      ...{ streamer, range, cursor, window },
      ...figures,
      ...followers,
      ...{ outlines, streams, live, partners, colabs },
      // Pages are public. The services also return private events if tokens are configured.
      events: events.filter((event) => event.is_public),
    };
  }

  /** Returns a page of the streams in the range, and the newest stream if it is live. */
  private async listStreams(name: string, cursor: number, from: string) {
    const streams = await this.streamer.listRecentStreams(name, { limit: streamsPerPage, cursor, from });
    // A range has no end, so its first page starts with the newest stream.
    const isFirst = cursor === 0 && streams.items.length > 0;
    const [newest] = (isFirst ? streams : await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 })).items;
    return [streams, newest?.is_live ? newest : undefined] as const;
  }

  /** Returns the points of the range, and the first and last point of the previous window and of all time. */
  private async listFollowers(name: string, window: Window, before: Window | undefined) {
    const [followers, followersBefore, followersKnown] = await Promise.all([
      this.streamer.listFollowerGraph(name, { points: graphPoints, from: window.from.toISOString() }),
      before
        ? this.streamer.listFollowerEnds(name, { from: before.from.toISOString(), to: before.to.toISOString() })
        : [],
      this.streamer.listFollowerEnds(name),
    ]);
    return { followers, followersBefore, followersKnown };
  }

  private async findFigures(name: string, days: WindowDays | undefined, window: Window) {
    if (days === undefined) {
      const [figures, coverage] = await Promise.all([
        this.streamer.findStatsOfAllTime(name),
        this.streamer.findCoverage(name, window),
      ]);
      return { figures, previous: undefined, coverage };
    }
    const { previous, coverage, ...figures } = await this.streamer.findStats(name, days);
    return { figures, previous, coverage };
  }
}

/**
 * Formats a time for the query parameter `from`, to the minute, so that the page does not change every second. Returns
 * undefined for the range of all time.
 */
export function fromOf(moment: Date): string | undefined {
  return moment.getTime() === 0 ? undefined : `${moment.toISOString().slice(0, 16)}Z`;
}

/** Returns the API addresses of the streams in the range. Some panels show sums of these streams. */
export function streamsOfRange({ streamer, window }: StreamerView): DataForms {
  return streamerForms(streamer, 'recent-streams', { limit: 100, from: fromOf(window.from) }, ['csv']);
}
