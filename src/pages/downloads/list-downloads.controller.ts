import { Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EventsService } from '../../events/events.service.js';
import { GameParams } from '../../games/dto/game.params.js';
import { GamesService } from '../../games/games.service.js';
import { downloadUnits, RequestUnits } from '../../http/request-units.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { StreamsService } from '../../streams/streams.service.js';
import { Page } from '../../http/page.js';
import { BoardQuery } from '../board/board.query.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SearchQuery } from '../search/search.query.js';
import { Downloads } from './downloads.js';
import * as columns from './file-columns.js';
import { listTable, rowsTable } from './file-table.js';

export const failure = 'Failed to write the file';
const mostStreamers = 10_000;
const mostGames = 10_000;

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
  ) {}

  @ShowPage('leaderboard.csv', failure)
  @RequestUnits(downloadUnits)
  sendBoard(@Query() { sort, days }: BoardQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = async (limit: number, cursor: number) =>
      ranked(await this.leaderboard.findBoard({ sort, limit, cursor, days }), cursor);
    return this.downloads.send(request, response, listTable(columns.boardColumns, load));
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
  sendGames(@Query() { q }: SearchQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const query = q.trim();
    const table =
      query === ''
        ? listTable(columns.rankedGameColumns, async (limit, cursor) =>
            ranked(await this.games.list(limit, cursor), cursor),
          )
        : rowsTable(columns.gameColumns, () => this.games.listNamed(query, mostGames));
    return this.downloads.send(request, response, table);
  }

  @ShowPage('games/:name/streamers.csv', failure)
  @RequestUnits(downloadUnits)
  sendGameStreamers(@Param() { name }: GameParams, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = () => this.games.listStreamers(name, mostStreamers);
    return this.downloads.send(request, response, rowsTable(columns.gameStreamerColumns, load));
  }

  @ShowPage('games/:name/live.csv', failure)
  @RequestUnits(downloadUnits)
  sendGameLive(@Param() { name }: GameParams, @Req() request: Request, @Res() response: Response): Promise<void> {
    const load = (limit: number, cursor: number) => this.streams.listLive(limit, cursor, name);
    return this.downloads.send(request, response, listTable(columns.liveColumns, load));
  }
}

/** Adds the rank to the items of a page. */
function ranked<Item extends object>({ items, ...page }: Page<Item>, cursor: number): Page<Item & { rank: number }> {
  return { ...page, items: items.map((item, place) => ({ ...item, rank: cursor + place + 1 })) };
}
