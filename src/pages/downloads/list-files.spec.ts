import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { BoardQuery } from '../board/board.query.js';
import { csvTexts, FileTable } from './file-table.js';
import { ListFiles } from './list-files.js';

it('a file ends with an error if a refresh replaces the board between two batches', async () => {
  const ids = ['1', '1', '2'];
  const leaderboard = {
    findBoardId: () => Promise.resolve(ids.shift()),
    findBoard: ({ limit, cursor }: BoardQuery) =>
      Promise.resolve({
        items: [{ id: '1', display_name: `From ${cursor}`, watchtime: null, recent_viewers: [] }],
        hasMore: true,
        nextCursor: cursor + limit,
      }),
  };
  const files = new ListFiles(
    leaderboard as unknown as LeaderboardService,
    ...([] as never[] as [never, never, never, never]),
  );
  const table = files.files.leaderboard?.({ ...new BoardQuery(), q: '' }) as FileTable;
  const next = csvTexts(table);
  expect(await next()).toContain('From 0');
  await expect(next()).rejects.toThrow('The figures changed during the download.');
});
