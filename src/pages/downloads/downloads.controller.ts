import { NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { GameParams } from '../../games/dto/game.params.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
import { downloadUnits, RequestUnits } from '../../http/request/request-units.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { BoardQuery } from '../board/board.query.js';
import { CompareQuery } from '../compare/compare.query.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SearchQuery } from '../search/search.query.js';
import { windowOf } from '../streamer/streamer-view.js';
import { StreamerQuery } from '../streamer/streamer.query.js';
import { CompareFiles } from './compare-files.js';
import { Downloads } from './downloads.js';
import { EventFiles } from './event-files.js';
import { Tables } from './file-table.js';
import { ListFiles } from './list-files.js';
import { StreamFiles } from './stream-files.js';
import { StreamerFiles } from './streamer-files.js';

const failure = 'Failed to write the file';

/** Returns the paths of the files of a panel. */
function filesOf(panel: string): string[] {
  return [`${panel}.csv`, `${panel}.json`];
}

/** The lists and the panels of the pages as CSV and JSON files with all rows. */
@PageController('download')
export class DownloadsController {
  constructor(
    private readonly downloads: Downloads,
    private readonly lists: ListFiles,
    private readonly ofStreamer: StreamerFiles,
    private readonly ofStream: StreamFiles,
    private readonly ofEvent: EventFiles,
    private readonly ofComparison: CompareFiles,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @ShowPage(filesOf(':panel'), failure)
  @RequestUnits(downloadUnits)
  sendList(
    @Query() board: BoardQuery,
    @Query() search: SearchQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.send(request, response, this.lists.tables, { ...board, q: search.q.trim() });
  }

  @ShowPage(filesOf('games/:name/:panel'), failure)
  @RequestUnits(downloadUnits)
  sendOfGame(@Param() { name }: GameParams, @Req() request: Request, @Res() response: Response) {
    return this.send(request, response, this.lists.ofGame, name);
  }

  @ShowPage(filesOf('streamers/:name/:panel'), failure)
  @RequestUnits(downloadUnits)
  sendOfStreamer(
    @Param() { name }: StreamerParams,
    @Query() { range }: StreamerQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const subject = { name, range, window: windowOf(range, this.clock.now()) };
    return this.send(request, response, this.ofStreamer.tables, subject);
  }

  @ShowPage(filesOf('streams/:id/:panel'), failure)
  @RequestUnits(downloadUnits)
  sendOfStream(@Param() { id }: StreamParams, @Req() request: Request, @Res() response: Response) {
    return this.send(request, response, this.ofStream.tables, id);
  }

  @ShowPage(filesOf('events/:id/:panel'), failure)
  @RequestUnits(downloadUnits)
  sendOfEvent(@Param() { id }: EventParams, @Req() request: Request, @Res() response: Response) {
    return this.send(request, response, this.ofEvent.tables, id);
  }

  @ShowPage(filesOf('compare/:panel'), failure)
  @RequestUnits(downloadUnits)
  sendComparison(@Query() query: CompareQuery, @Req() request: Request, @Res() response: Response) {
    return this.send(request, response, this.ofComparison.tables, query);
  }

  private async send<Subject>(request: Request, response: Response, tables: Tables<Subject>, subject: Subject) {
    const panel = String(request.params.panel);
    const table = Object.hasOwn(tables, panel) ? tables[panel] : undefined;
    if (table === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    await this.downloads.send(request, response, await table(subject));
  }
}
