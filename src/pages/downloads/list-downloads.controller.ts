import { Param, Query, Req, Res, ServiceUnavailableException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EventsService } from '../../events/events.service.js';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { downloadUnits, RequestUnits } from '../../http/request-units.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamsService } from '../../streams/streams.service.js';
import { Page } from '../../http/page.js';
import { BoardQuery } from '../board/board.query.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SearchQuery } from '../search/search.query.js';
import { Downloads } from './downloads.js';
import * as columns from './file-columns.js';
import { FileTable, listTable, rowsTable } from './file-table.js';

export const failure = 'Failed to write the file';
const refreshed = 'The figures changed during the download. Try again in a second.';

/** The lists of the pages as CSV files with all rows. */
@PageController('download')
export class ListDownloadsController {
  constructor(
    private readonly downloads: Downloads,
    private readonly leaderboard: LeaderboardService,
    private readonly streams: StreamsService,
    private readonly streamers: StreamersService,
    private readonly events: EventsService,
    private readonly games: GamesService,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('leaderboard.csv', failure)
  @RequestUnits(downloadUnits)
  sendBoard(@Query() { sort, days }: BoardQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = async (limit: number, cursor: number) =>
      ranked(await this.leaderboard.findBoard({ sort, limit, cursor, days }), cursor);
    return this.downloads.send(request, response, this.ofOneBoard(listTable(columns.boardColumns, load)));
  }

  @ShowPage('live.csv', failure)
  @RequestUnits(downloadUnits)
  sendLive(@Req() request: Request, @Res() response: Response): Promise<void> {
    const load = (limit: number, cursor: number) => this.streams.listLive(limit, cursor);
    return this.downloads.send(request, response, listTable(columns.liveColumns, load));
  }

  @ShowPage('search.csv', failure)
  @RequestUnits(downloadUnits)
  sendFound(@Query() { q }: SearchQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = (limit: number, cursor: number) => this.streamers.list({ query: q.trim(), limit, cursor });
    return this.downloads.send(request, response, listTable(columns.foundColumns, load));
  }

  @ShowPage('events.csv', failure)
  @RequestUnits(downloadUnits)
  sendEvents(@Req() request: Request, @Res() response: Response): Promise<void> {
    const load = (limit: number, cursor: number) => this.events.listPublic(limit, cursor);
    return this.downloads.send(request, response, listTable(columns.eventColumns, load));
  }

  @ShowPage('games.csv', failure)
  @RequestUnits(downloadUnits)
  sendGames(@Req() request: Request, @Res() response: Response): Promise<void> {
    const load = async (limit: number, cursor: number) => ranked(await this.games.list(limit, cursor), cursor);
    return this.downloads.send(request, response, this.ofOneBoard(listTable(columns.gameColumns, load)));
  }

  @ShowPage('games/:name/streamers.csv', failure)
  @RequestUnits(downloadUnits)
  sendGameStreamers(@Param() { name }: GameParams, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = () => this.games.listStreamers(name);
    return this.downloads.send(request, response, listTable(columns.gameStreamerColumns, load));
  }

  @ShowPage('games/:name/live.csv', failure)
  @RequestUnits(downloadUnits)
  sendGameLive(@Param() { name }: GameParams, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = (limit: number, cursor: number) => this.streams.listLive(limit, cursor, name);
    return this.downloads.send(request, response, listTable(columns.liveColumns, load));
  }

  @ShowPage('status.csv', failure)
  @RequestUnits(downloadUnits)
  sendStatus(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.downloads.send(
      request,
      response,
      rowsTable(columns.statusColumns, async () => [await this.meta.findStatus()]),
    );
  }

  /** Fails if a refresh replaces the board between two batches: rows would be missing or repeated. */
  private ofOneBoard({ headings, batches }: FileTable): FileTable {
    return { headings, batches: this.whileSameBoard(batches) };
  }

  private async *whileSameBoard<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    const id = await this.leaderboard.findBoardId();
    for await (const batch of batches) {
      if ((await this.leaderboard.findBoardId()) !== id) throw new ServiceUnavailableException(refreshed);
      yield batch;
    }
  }
}

/** Adds the rank to the items of a page. */
function ranked<Item extends object>({ items, ...page }: Page<Item>, cursor: number): Page<Item & { rank: number }> {
  return { ...page, items: items.map((item, place) => ({ ...item, rank: cursor + place + 1 })) };
}
