import { NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { Request, Response } from 'express';
import { Clock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { EventParams } from '../../events/dto/event.params.js';
import { nothingHere } from '../../http/error-reply.js';
import { downloadUnits, RequestUnits } from '../../http/request-units.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { StreamParams } from '../../streams/dto/stream.params.js';
import { CompareQuery } from '../compare/compare.query.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { windowOf } from '../streamer/streamer-view.js';
import { StreamerQuery } from '../streamer/streamer.query.js';
import { CompareFiles } from './compare-files.js';
import { Downloads } from './downloads.js';
import { EventFiles } from './event-files.js';
import { FileTable } from './file-table.js';
import { failure } from './list-downloads.controller.js';
import { StreamFiles } from './stream-files.js';
import { StreamerFiles } from './streamer-files.js';

class StreamerPanelParams extends StreamerParams {
  @IsString()
  panel: string;
}

class StreamPanelParams extends StreamParams {
  @IsString()
  panel: string;
}

class EventPanelParams extends EventParams {
  @IsString()
  panel: string;
}

/** The panels of the pages of a streamer, a stream and an event as CSV files with all rows. */
@PageController('download')
export class PanelDownloadsController {
  constructor(
    private readonly downloads: Downloads,
    private readonly ofStreamer: StreamerFiles,
    private readonly ofStream: StreamFiles,
    private readonly ofEvent: EventFiles,
    private readonly ofComparison: CompareFiles,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @ShowPage('streamers/:name/:panel.csv', failure)
  @RequestUnits(downloadUnits)
  async sendOfStreamer(
    @Param() { name, panel }: StreamerPanelParams,
    @Query() { range }: StreamerQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const table = this.known(this.ofStreamer.tables, panel)({ name, range, window: windowOf(range, this.clock.now()) });
    await this.downloads.send(request, response, table);
  }

  @ShowPage('streams/:id/:panel.csv', failure)
  @RequestUnits(downloadUnits)
  async sendOfStream(
    @Param() { id, panel }: StreamPanelParams,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(request, response, this.known(this.ofStream.tables, panel)(id));
  }

  @ShowPage('events/:id/:panel.csv', failure)
  @RequestUnits(downloadUnits)
  async sendOfEvent(
    @Param() { id, panel }: EventPanelParams,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(request, response, await this.known(this.ofEvent.tables, panel)(id));
  }

  @ShowPage('compare/:panel.csv', failure)
  @RequestUnits(downloadUnits)
  async sendComparison(
    @Param('panel') panel: string,
    @Query() query: CompareQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.downloads.send(request, response, await this.known(this.ofComparison.tables, panel)(query));
  }

  private known<Table extends (...subject: never[]) => FileTable | Promise<FileTable>>(
    tables: Readonly<Record<string, Table>>,
    panel: string,
  ): Table {
    const table = Object.hasOwn(tables, panel) ? tables[panel] : undefined;
    if (table === undefined) throw new NotFoundException(nothingHere(this.config));
    return table;
  }
}
