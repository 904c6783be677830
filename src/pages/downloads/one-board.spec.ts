import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { BoardQuery } from '../board/board.query.js';
import { csvTexts } from './file-table.js';
import { ofOneBoard } from './one-board.js';

it('a file ends with an error if a refresh replaces the board between two batches', async () => {
  const ids = ['1', '1', '2'];
  const leaderboard = { findBoardId: () => Promise.resolve(ids.shift()) } as unknown as LeaderboardService;
  const table = { headings: ['Name'], nextRows: () => Promise.resolve([['Aurora']]) };
  const next = csvTexts(ofOneBoard(leaderboard, new BoardQuery(), table));
  expect(await next()).toContain('Aurora');
  await expect(next()).rejects.toThrow('The figures changed during the download.');
});
