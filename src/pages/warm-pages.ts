import { Injectable } from '@nestjs/common';
import { StreamerService } from '../streamer/streamer.service.js';
import { compareKind } from './compare/compare-kind.js';
import { eventKind } from './events/event-kind.js';
import { gameKind } from './games/game-kind.js';
import { PageAddress, KindPages } from './kinds/kind-pages.js';
import { PageKind } from './kinds/page-kind.js';
import { fixedKinds } from './kinds/page-kinds.js';
import { ListSources } from './parts/lists/list-sources.js';
import { orNull } from './parts/nullable.js';
import { streamKind } from './stream/stream-kind.js';
import { streamerKind } from './streamer/streamer-kind.js';

/** Renders each page once, because templates, queries and query plans are slowest at first use. */
@Injectable()
export class WarmPages {
  constructor(
    private readonly pages: KindPages,
    private readonly sources: ListSources,
    private readonly streamer: StreamerService,
  ) {}

  /** Throws the errors of the pages, except NotFoundException. */
  async render(): Promise<void> {
    const cursor = 0;
    for (const kind of fixedKinds) await this.show(kind);
    const [streamers, events, games] = await Promise.all([
      this.sources.streamers.list({ limit: 1, cursor }),
      this.sources.events.listPublic(1, cursor),
      this.sources.games.list(1, cursor),
    ]);
    await Promise.all([
      ...streamers.items.map(({ id }) => this.renderStreamer(id)),
      ...events.items.map(({ id }) => this.show(eventKind, { id })),
      ...games.items.map(({ name }) => this.show(gameKind, { name })),
    ]);
  }

  private async renderStreamer(name: string): Promise<void> {
    const streams = await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 });
    await this.show(streamerKind, { name });
    await orNull(this.pages.showChart(streamerKind, { params: { name, graph: 'viewers' }, query: {} }));
    await this.show(compareKind, {}, { streamers: name });
    for (const { id } of streams.items) await this.show(streamKind, { id });
  }

  private async show(kind: PageKind, params: PageAddress['params'] = {}, query: object = {}): Promise<void> {
    await orNull(this.pages.showPage(kind, { params, query }));
  }
}
