import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { searchedGames } from '../../games/game-order.js';
import { GamesService } from '../../games/games.service.js';
import { Page } from '../../http/lists/page.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { MetaService } from '../../meta/meta.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { BoardQuery } from '../board/board.query.js';
import * as columns from './file-columns.js';
import { FileTable, listTable, rowsTable, Tables } from './file-table.js';

const refreshed = 'The figures changed during the download. Try again in a second.';

/** The tables of the lists. */
@Injectable()
export class ListFiles {
  readonly tables: Tables<BoardQuery & { q: string }> = {
    leaderboard: ({ sort, days }) =>
      this.ofOneBoard(
        listTable(columns.boardColumns, async (limit, cursor) =>
          ranked(await this.leaderboard.findBoard({ sort, limit, cursor, days }), cursor),
        ),
      ),
    games: ({ q }) =>
      q === ''
        ? this.ofOneBoard(
            listTable(columns.rankedGameColumns, async (limit, cursor) =>
              ranked(await this.games.list(limit, cursor), cursor),
            ),
          )
        : rowsTable(columns.gameFileColumns, () => this.games.listNamed(q, searchedGames)),
    live: () => listTable(columns.liveColumns, (limit, cursor) => this.streams.listLive(limit, cursor)),
    search: ({ q }) =>
      listTable(columns.foundColumns, (limit, cursor) => this.streamers.list({ query: q, limit, cursor })),
    events: () => listTable(columns.eventColumns, (limit, cursor) => this.events.listPublic(limit, cursor)),
    status: () => rowsTable(columns.statusColumns, async () => [await this.meta.findStatus()]),
  };

  readonly ofGame: Tables<string> = {
    streamers: (name) => listTable(columns.gameStreamerColumns, () => this.games.listStreamers(name)),
    live: (name) => listTable(columns.liveColumns, (limit, cursor) => this.streams.listLive(limit, cursor, name)),
  };

  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly streams: LiveStreamsService,
    private readonly streamers: StreamersService,
    private readonly events: EventsService,
    private readonly games: GamesService,
    private readonly meta: MetaService,
  ) {}

  /** Fails if a refresh replaces the board between two batches: rows would be missing or repeated. */
  private ofOneBoard(table: FileTable): FileTable {
    let board: string | undefined;
    const nextRows = async () => {
      board ??= await this.leaderboard.findBoardId();
      const rows = await table.nextRows();
      if ((await this.leaderboard.findBoardId()) !== board) throw new ServiceUnavailableException(refreshed);
      return rows;
    };
    return { ...table, nextRows };
  }
}

/** Adds the rank to the items of a page. */
function ranked<Item extends object>({ items, ...page }: Page<Item>, cursor: number): Page<Item & { rank: number }> {
  return { ...page, items: items.map((item, place) => ({ ...item, rank: cursor + place + 1 })) };
}
