import { ServiceUnavailableException } from '@nestjs/common';
import { defaultDays } from '../../figures/windows.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { BoardQuery } from '../board/board.query.js';
import { FileTable } from './file-table.js';

const refreshed = 'The figures changed during the download. Try again in a second.';

/** Returns a table that fails if a refresh replaces the board between two batches: rows would be missing or repeated. */
export function ofOneBoard(
  leaderboard: LeaderboardService,
  query: Omit<BoardQuery, 'limit' | 'cursor'>,
  table: FileTable,
): FileTable {
  const { days = defaultDays, month = days } = BoardQuery.toList(query);
  let board: string | null | undefined;
  const nextRows = async () => {
    board ??= await leaderboard.findBoardId(month);
    const rows = await table.nextRows();
    if ((await leaderboard.findBoardId(month)) !== board) throw new ServiceUnavailableException(refreshed);
    return rows;
  };
  return { ...table, nextRows };
}
