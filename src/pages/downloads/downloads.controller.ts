import { NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { GameParams } from '../../games/dto/game.params.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { StreamerParams } from '../../http/query/streamer.params.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { BoardQuery } from '../board/board.query.js';
import { comparePanels } from '../compare/compare-panels.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { CompareQuery } from '../compare/compare.query.js';
import { eventPanels } from '../events/event-panels.js';
import { EventViewLoader } from '../events/event-view.js';
import { PageController, ShowPage } from '../page-responses.js';
import { PanelDefinition } from '../parts/panels/shown-panel.js';
import { PageRangeQuery, readPageRange } from '../parts/ranges/page-range.js';
import { SearchQuery } from '../search/search.query.js';
import { streamPanels } from '../stream/stream-panels.js';
import { StreamViewLoader } from '../stream/stream-view.js';
import { streamerPanels } from '../streamer/streamer-panels.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { gameHistoryPanel } from '../totals/panels/over-time.js';
import { totalsPanels } from '../totals/totals-panels.js';
import { TotalsPageQuery } from '../totals/totals.query.js';
import { TotalsViewLoader } from '../totals/totals-view.js';
import { Downloads, OpenTable } from './downloads.js';
import { ListFiles } from './list-files.js';

/** A handler of the files of panels. */
function Download(path: string): MethodDecorator {
  return ShowPage(`${path}.csv`, 'Failed to write the file');
}

/** The lists and the panels of the pages as CSV files with all rows. */
@PageController('download')
export class DownloadsController {
  constructor(
    private readonly downloads: Downloads,
    private readonly lists: ListFiles,
    private readonly streamers: StreamerViewLoader,
    private readonly streams: StreamViewLoader,
    private readonly events: EventViewLoader,
    private readonly comparisons: CompareViewLoader,
    private readonly totals: TotalsViewLoader,
    private readonly config: Config,
  ) {}

  @Download(':panel')
  sendList(@Query() board: BoardQuery, @Query() search: SearchQuery, @Res() response: Response) {
    const file = findOwn(this.lists.files, fileNameIn(response));
    return this.send(response, file && (() => file({ ...board, q: search.q.trim() })));
  }

  @Download('games/:name/:panel')
  sendOfGame(@Param() { name }: GameParams, @Res() response: Response) {
    const file = findOwn(this.lists.ofGame, fileNameIn(response));
    if (!file) return this.sendPanel(response, [gameHistoryPanel], this.totals, name);
    return this.send(response, () => file(name));
  }

  @Download('streamers/:name/:panel')
  sendOfStreamer(@Param() { name }: StreamerParams, @Query() range: PageRangeQuery, @Res() response: Response) {
    return this.sendPanel(
      response,
      streamerPanels,
      this.streamers,
      this.streamers.createSubject(name, readPageRange(range)),
    );
  }

  @Download('streams/:id/:panel')
  sendOfStream(@Param() { id }: StreamParams, @Res() response: Response) {
    return this.sendPanel(response, streamPanels, this.streams, id);
  }

  @Download('events/:id/:panel')
  sendOfEvent(@Param() { id }: EventParams, @Res() response: Response) {
    return this.sendPanel(response, eventPanels, this.events, id);
  }

  @Download('compare/:panel')
  sendComparison(@Query() query: CompareQuery, @Res() response: Response) {
    return this.sendPanel(response, comparePanels, this.comparisons, query);
  }

  @Download('totals/:panel')
  sendTotals(@Query() query: TotalsPageQuery, @Res() response: Response) {
    return this.sendPanel(response, totalsPanels, this.totals, query);
  }

  private sendPanel<Source, Subject>(
    response: Response,
    panels: readonly PanelDefinition<never, Source, Subject>[],
    source: Source,
    subject: Subject,
  ): Promise<void> {
    const panel = panels.find(({ id }) => id === fileNameIn(response));
    return this.send(response, panel?.file?.bind(panel, source, subject));
  }

  private async send(response: Response, open: OpenTable | undefined): Promise<void> {
    if (open === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    await this.downloads.send(response, open);
  }
}

/** Returns the name of the file in a path; '' for a path with a slash at the end, which Express ignores. */
function fileNameIn({ req }: Response): string {
  return req.path.endsWith('/') ? '' : String(req.params.panel);
}

function findOwn<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
