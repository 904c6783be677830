import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GamesModule } from '../games/games.module.js';
import { LeaderboardModule } from '../leaderboard/leaderboard.module.js';
import { MetaModule } from '../meta/meta.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { StreamerModule } from '../streamer/streamer.module.js';
import { StreamsModule } from '../streams/streams.module.js';
import { TotalsModule } from '../totals/totals.module.js';
import { AboutPageController } from './about/about.controller.js';
import { AssetFiles } from './site-files/asset-files.js';
import { BoardController } from './board/board.controller.js';
import { ComparePageController } from './compare/compare.controller.js';
import { CompareViewLoader } from './compare/compare-view.js';
import { Downloads } from './downloads/downloads.js';
import { DownloadsController } from './downloads/downloads.controller.js';
import { ListFiles } from './downloads/list-files.js';
import { SharedCharts } from './embed/shared-charts.js';
import { PopularStreams } from './errors/popular-streams.js';
import { SharedChartsController } from './embed/shared-charts.controller.js';
import { EventViewLoader } from './events/event-view.js';
import { EventsPageController } from './events/events.controller.js';
import { FeedsController } from './feeds/feeds.controller.js';
import { GamesPageController } from './games/games.controller.js';
import { LivePageController } from './live/live.controller.js';
import { PageResponses } from './page-responses.js';
import { PageRenderer } from './page-renderer.js';
import { PictureResponses } from './picture-responses.js';
import { PreviewsController } from './previews/previews.controller.js';
import { Rasterizer } from './previews/rasterizer.js';
import { SearchPageController } from './search/search.controller.js';
import { SiteFiles } from './site-files/site-files.js';
import { SiteFilesController } from './site-files/site-files.controller.js';
import { SitemapController } from './site-files/sitemap.controller.js';
import { StreamPageController } from './stream/stream.controller.js';
import { StreamViewLoader } from './stream/stream-view.js';
import { StreamerPageController } from './streamer/streamer.controller.js';
import { StreamerViewLoader } from './streamer/streamer-view.js';
import { TotalsPageController } from './totals/totals.controller.js';
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
    BoardController,
    FeedsController,
    StreamerPageController,
    StreamPageController,
    LivePageController,
    TotalsPageController,
    SearchPageController,
    EventsPageController,
    GamesPageController,
    ComparePageController,
    AboutPageController,
    DownloadsController,
    SharedChartsController,
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
    StreamerViewLoader,
    StreamViewLoader,
    EventViewLoader,
    TotalsViewLoader,
    WarmPages,
    PopularStreams,
    SharedCharts,
    CompareViewLoader,
    Downloads,
    ListFiles,
  ],
  exports: [PageRenderer, WarmPages, PopularStreams],
})
export class PagesModule {}
