import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { defaultDays } from '../../figures/windows.js';
import { EventsService } from '../../events/events.service.js';
import { searchedGames } from '../../games/game-order.js';
import { GamesService } from '../../games/games.service.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { LiveStreamsService } from '../../streams/live/live-streams.service.js';
import { BoardQuery } from '../board/board.query.js';
import { eventColumns } from '../columns/events.js';
import { gameColumns, rankedGameColumns } from '../columns/games.js';
import { liveColumns } from '../columns/live.js';
import { boardColumns, foundColumns, gameStreamerColumns, rankItems } from '../columns/streamers.js';
import { FileTable, listTable, rowsTable } from './file-table.js';

const refreshed = 'The figures changed during the download. Try again in a second.';

/** The files of some lists, by the name of the file. */
type Files<Subject> = Readonly<Record<string, (subject: Subject) => FileTable>>;

/** The files of the lists. */
@Injectable()
export class ListFiles {
  readonly files: Files<BoardQuery & { q: string }> = {
    leaderboard: (query) =>
      this.ofOneBoard(
        query,
        listTable(boardColumns, async (limit, cursor) =>
          rankItems(await this.leaderboard.findBoard({ ...BoardQuery.toList(query), limit, cursor }), cursor),
        ),
      ),
    games: ({ q, ...query }) =>
      q === ''
        ? this.ofOneBoard(
            query,
            listTable(rankedGameColumns, async (limit, cursor) =>
              rankItems(await this.games.list(limit, cursor, 'watchtime', BoardQuery.toList(query).month), cursor),
            ),
          )
        : rowsTable(gameColumns, () => this.games.listNamed(q, searchedGames)),
    live: ({ language, platform }) =>
      listTable(liveColumns, (limit, cursor) => this.streams.listLive(limit, cursor, { language, platform })),
    search: ({ q, platform }) =>
      listTable(foundColumns, (limit, cursor) => this.streamers.list({ query: q, platform, limit, cursor })),
    events: () => listTable(eventColumns, (limit, cursor) => this.events.listPublic(limit, cursor)),
  };

  readonly ofGame: Files<string> = {
    streamers: (name) => listTable(gameStreamerColumns, async () => rankItems(await this.games.listStreamers(name), 0)),
    live: (name) => listTable(liveColumns, (limit, cursor) => this.streams.listLive(limit, cursor, { game: name })),
  };

  constructor(
    private readonly leaderboard: LeaderboardService,
    private readonly streams: LiveStreamsService,
    private readonly streamers: StreamersService,
    private readonly events: EventsService,
    private readonly games: GamesService,
  ) {}

  /** Fails if a refresh replaces the board between two batches: rows would be missing or repeated. */
  private ofOneBoard(query: Omit<BoardQuery, 'limit' | 'cursor'>, table: FileTable): FileTable {
    const { days = defaultDays, month = days } = BoardQuery.toList(query);
    let board: string | null | undefined;
    const nextRows = async () => {
      board ??= await this.leaderboard.findBoardId(month);
      const rows = await table.nextRows();
      if ((await this.leaderboard.findBoardId(month)) !== board) throw new ServiceUnavailableException(refreshed);
      return rows;
    };
    return { ...table, nextRows };
  }
}
