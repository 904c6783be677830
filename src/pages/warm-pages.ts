import { Injectable, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EventsService } from '../events/events.service.js';
import { GamesService } from '../games/games.service.js';
import { StreamersService } from '../streamer/streamers.service.js';
import { StreamerService } from '../streamer/streamer.service.js';
import { AboutPageController } from './about/about.controller.js';
import { BoardController } from './board/board.controller.js';
import { BoardQuery } from './board/board.query.js';
import { ComparePageController } from './compare/compare.controller.js';
import { ChartStyleQuery } from './embed/shared-chart.query.js';
import { SharedChartsController } from './embed/shared-charts.controller.js';
import { EventsPageController } from './events/events.controller.js';
import { EventsPageQuery } from './events/events.page.js';
import { GamesPageController } from './games/games.controller.js';
import { GamePageQuery, GamesPageQuery } from './games/games.query.js';
import { LivePageController } from './live/live.controller.js';
import { CompareQuery } from './compare/compare.query.js';
import { CursorOnlyQuery } from './parts/lists/list.query.js';
import { SearchQuery } from './search/search.query.js';
import { orNull } from './parts/nullable.js';
import { SearchPageController } from './search/search.controller.js';
import { StreamerQuery } from './streamer/streamer.query.js';
import { StreamPageController } from './stream/stream.controller.js';
import { StreamerPageController } from './streamer/streamer.controller.js';
import { PageRangeQuery } from './parts/ranges/page-range.js';

/** Renders each page once, because templates, queries and query plans are slowest at first use. */
@Injectable()
export class WarmPages {
  constructor(
    private readonly modules: ModuleRef,
    private readonly streamers: StreamersService,
    private readonly streamer: StreamerService,
    private readonly events: EventsService,
    private readonly games: GamesService,
  ) {}

  /** Throws the errors of the pages, except NotFoundException. */
  async render(): Promise<void> {
    const cursor = 0;
    await this.get(BoardController).showBoard(new BoardQuery());
    await this.get(LivePageController).showLive(new CursorOnlyQuery());
    await this.get(SearchPageController).search(new SearchQuery());
    await this.get(EventsPageController).showEvents(new EventsPageQuery());
    await this.get(GamesPageController).showGames(new GamesPageQuery());
    await this.get(ComparePageController).compare(new CompareQuery());
    await this.get(AboutPageController).showAbout();
    const [streamers, events, games] = await Promise.all([
      this.streamers.list({ limit: 1, cursor }),
      this.events.listPublic(1, cursor),
      this.games.list(1, cursor),
    ]);
    await Promise.all([
      ...streamers.items.map(({ id }) => this.renderStreamer(id)),
      ...events.items.map(({ id }) => orNull(this.get(EventsPageController).showEvent({ id }))),
      ...games.items.map(({ name }) => orNull(this.get(GamesPageController).showGame({ name }, new GamePageQuery()))),
    ]);
  }

  private async renderStreamer(name: string): Promise<void> {
    const streams = await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 });
    await orNull(this.get(StreamerPageController).showStreamer({ name }, new StreamerQuery()));
    await orNull(
      this.get(SharedChartsController).showOfStreamer(
        { name, graph: 'viewers' },
        {},
        new PageRangeQuery(),
        new ChartStyleQuery(),
      ),
    );
    await this.get(ComparePageController).compare({ ...new CompareQuery(), streamers: [name] });
    for (const { id } of streams.items) await orNull(this.get(StreamPageController).showStream({ id }, {}));
  }

  private get<Controller>(type: Type<Controller>): Controller {
    return this.modules.get(type);
  }
}
