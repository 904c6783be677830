import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GamesModule } from '../games/games.module.js';
import { LeaderboardModule } from '../leaderboard/leaderboard.module.js';
import { MetaModule } from '../meta/meta.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { StreamerModule } from '../streamer/streamer.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { TotalsModule } from '../totals/totals.module.js';
import { AssetFiles } from './site-files/asset-files.js';
import { CompareViewLoader } from './compare/compare-view.js';
import { Downloads } from './downloads/downloads.js';
import { ListFilesController } from './downloads/list-files.controller.js';
import { PopularStreams } from './errors/popular-streams.js';
import { EventViewLoader } from './events/event-view.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { GameViewLoader } from './games/game-view.js';
import { kindControllers } from './kinds/kind-controllers.js';
import { HomePage } from './home-page.js';
import { KindPages } from './kinds/kind-pages.js';
import { PageResponses } from './page-responses.js';
import { PageRenderer } from './page-renderer.js';
import { ListSources } from './parts/lists/list-sources.js';
import { PictureResponses } from './picture-responses.js';
import { PreviewsController } from './previews/previews.controller.js';
import { Rasterizer } from './previews/rasterizer.js';
import { ShareController } from './share/share.controller.js';
import { SuggestionsController } from './search/suggestions.controller.js';
import { SiteFiles } from './site-files/site-files.js';
import { SiteFilesController } from './site-files/site-files.controller.js';
import { SitemapController } from './site-files/sitemap.controller.js';
import { StreamViewLoader } from './stream/stream-view.js';
import { ShownStreamLoader } from './streamer/shown-stream.js';
import { StreamerViewLoader } from './streamer/streamer-view.js';
import { TotalsViewLoader } from './totals/totals-view.js';
import { WarmPages } from './warm-pages.js';

/** HTML pages with the data of the other modules' services. */
@Module({
  imports: [
    EventsModule,
    GamesModule,
    LeaderboardModule,
    MetaModule,
    PartnersModule,
    StreamerModule,
    StreamsModule,
    TotalsModule,
  ],
  controllers: [
    FeedsController,
    ListFilesController,
    ...kindControllers,
    ShareController,
    SuggestionsController,
    PreviewsController,
    SiteFilesController,
    SitemapController,
  ],
  providers: [
    AssetFiles,
    PageRenderer,
    PageResponses,
    PictureResponses,
    Rasterizer,
    SiteFiles,
    ShownStreamLoader,
    StreamerViewLoader,
    StreamViewLoader,
    EventViewLoader,
    TotalsViewLoader,
    WarmPages,
    PopularStreams,
    GameViewLoader,
    KindPages,
    HomePage,
    ListSources,
    CompareViewLoader,
    Downloads,
  ],
  exports: [HomePage, PageRenderer, WarmPages, PopularStreams],
})
export class PagesModule {}
