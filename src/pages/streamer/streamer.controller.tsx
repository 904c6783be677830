import { NotFoundException, Param, Query } from '@nestjs/common';
import { rangeUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { UnknownNameException } from '../errors/unknown-name.exception.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { similarShown } from '../parts/names/did-you-mean.js';
import { keysOfRange, readPageRange } from '../parts/ranges/page-range.js';
import { streamerPanels } from './streamer-panels.js';
import { StreamerPage } from './streamer.page.js';
import { StreamerQuery } from './streamer.query.js';
import { StreamerViewLoader } from './streamer-view.js';

@PageController('streamers')
export class StreamerPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly views: StreamerViewLoader,
    private readonly streamers: StreamersService,
  ) {}

  @ShowPage(':name', 'Failed to show the streamer', rangeUnits)
  showStreamer(@Param() { name }: StreamerParams, @Query() query: StreamerQuery): Promise<LoadedResponse> {
    const { cursor, sort, games, games_cursor, hours } = query;
    const key = ['streamer', name, ...keysOfRange(readPageRange(query)), cursor, sort, games, games_cursor, hours];
    return this.pages.respond(key, async () => <StreamerPage {...await this.load(name, query)} />);
  }

  /** Throws an {@link UnknownNameException} for an unknown streamer. */
  private async load(name: string, query: StreamerQuery) {
    const subject = this.views.createSubject(name, readPageRange(query));
    try {
      const [view, data] = await Promise.all([
        this.views.load(name, query),
        Promise.all(streamerPanels.map(async (panel) => [panel.id, await panel.load?.(this.views, subject)] as const)),
      ]);
      return { view, data: new Map(data) };
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
      const streamers = await this.streamers.listSimilar(name, similarShown);
      throw new UnknownNameException(error.message, name, { streamers });
    }
  }
}
