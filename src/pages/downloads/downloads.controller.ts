import { NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { GameParams } from '../../games/dto/game.params.js';
import { unknownPathMessage } from '../../http/errors/error-reply.js';
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

/** A handler of the files of panels. */
function Download(path: string): MethodDecorator {
  return ShowPage([`${path}.csv`, `${path}.json`], 'Failed to write the file');
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

  @Download(':panel')
  sendList(@Query() board: BoardQuery, @Query() search: SearchQuery, @Res() response: Response) {
    return this.send(response, this.lists.tables, { ...board, q: search.q.trim() });
  }

  @Download('games/:name/:panel')
  sendOfGame(@Param() { name }: GameParams, @Res() response: Response) {
    return this.send(response, this.lists.ofGame, name);
  }

  @Download('streamers/:name/:panel')
  sendOfStreamer(@Param() { name }: StreamerParams, @Query() { range }: StreamerQuery, @Res() response: Response) {
    const subject = { name, range, window: windowOf(range, this.clock.now()) };
    return this.send(response, this.ofStreamer.tables, subject);
  }

  @Download('streams/:id/:panel')
  sendOfStream(@Param() { id }: StreamParams, @Res() response: Response) {
    return this.send(response, this.ofStream.tables, id);
  }

  @Download('events/:id/:panel')
  sendOfEvent(@Param() { id }: EventParams, @Res() response: Response) {
    return this.send(response, this.ofEvent.tables, id);
  }

  @Download('compare/:panel')
  sendComparison(@Query() query: CompareQuery, @Res() response: Response) {
    return this.send(response, this.ofComparison.tables, query);
  }

  private async send<Subject>(response: Response, tables: Tables<Subject>, subject: Subject) {
    const panel = String(response.req.params.panel);
    // Express ignores a slash at the end, which is not part of a file name.
    const isFile = !response.req.path.endsWith('/');
    const table = isFile && Object.hasOwn(tables, panel) ? tables[panel] : undefined;
    if (table === undefined) throw new NotFoundException(unknownPathMessage(this.config));
    await this.downloads.send(response, await table(subject));
  }
}
