import { Injectable, NotFoundException, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EventsService } from '../events/events.service.js';
import { GamesService } from '../games/games.service.js';
import { StreamersService } from '../streamer/streamers.service.js';
import { StreamerService } from '../streamer/streamer.service.js';
import { AboutPageController } from './about/about.controller.js';
import { BoardController } from './board/board.controller.js';
import { BoardQuery } from './board/board.query.js';
import { ComparePageController } from './compare/compare.controller.js';
import { CompareQuery } from './compare/compare.query.js';
import { EventsPageController } from './events/events.controller.js';
import { GamesPageController } from './games/games.controller.js';
import { LivePageController } from './live/live.controller.js';
import { CursorOnlyQuery } from './parts/cursor.query.js';
import { SearchPageController } from './search/search.controller.js';
import { SearchQuery } from './search/search.query.js';
import { StreamPageController } from './stream/stream.controller.js';
import { StreamerPageController } from './streamer/streamer.controller.js';
import { StreamerQuery } from './streamer/streamer.query.js';

/** Renders each page once: templates, queries and their plans cost most at their first use. */
@Injectable()
export class WarmPages {
  constructor(
    private readonly modules: ModuleRef,
    private readonly streamers: StreamersService,
    private readonly streamer: StreamerService,
    private readonly events: EventsService,
    private readonly games: GamesService,
  ) {}

  /** Throws what a page throws, except that something does not exist. */
  async render(): Promise<void> {
    const first = new CursorOnlyQuery();
    await this.get(BoardController).showBoard(new BoardQuery());
    await this.get(LivePageController).showLive(first);
    await this.get(SearchPageController).search(new SearchQuery());
    await this.get(EventsPageController).showEvents(first);
    await this.get(GamesPageController).showGames(first);
    await this.get(ComparePageController).compare(new CompareQuery());
    await this.get(AboutPageController).showAbout();
    await Promise.all([this.renderStreamer(), this.renderEvent(), this.renderGame()]);
  }

  private async renderStreamer(): Promise<void> {
    const { items } = await this.streamers.list({ limit: 1, cursor: 0 });
    for (const { id: name } of items) {
      const streams = await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 });
      await ifKnown(this.get(StreamerPageController).showStreamer({ name }, new StreamerQuery()));
      await ifKnown(this.get(StreamerPageController).showGraph({ name, graph: 'viewers' }));
      await this.get(ComparePageController).compare({ streamers: [name], days: '30' });
      for (const { id } of streams.items) await ifKnown(this.get(StreamPageController).showStream({ id }));
    }
  }

  private async renderEvent(): Promise<void> {
    const { items } = await this.events.listPublic(1, 0);
    for (const { id } of items) await ifKnown(this.get(EventsPageController).showEvent({ id }));
  }

  private async renderGame(): Promise<void> {
    const { items } = await this.games.list(1, 0);
    for (const { name } of items) {
      if (name !== null) await ifKnown(this.get(GamesPageController).showGame({ name }));
    }
  }

  private get<Controller>(type: Type<Controller>): Controller {
    return this.modules.get(type);
  }
}

async function ifKnown(page: Promise<unknown>): Promise<void> {
  await page.catch((error: unknown) => {
    if (!(error instanceof NotFoundException)) throw error;
  });
}
