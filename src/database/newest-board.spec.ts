import { NewestBoard, splitBoard } from './newest-board.js';

describe('NewestBoard', () => {
  let board: NewestBoard;
  let newer: number;

  beforeEach(() => {
    newer = 0;
    board = new NewestBoard();
    board.onNewer = () => (newer += 1);
  });

  it('rejects a board that is older than one that was read', () => {
    expect([3, 3, 4, 4, 3].map((id) => board.note(id, 0))).toEqual([true, true, true, true, false]);
    expect(newer).toBe(1);
  });

  it('accepts an older board if nobody has read the newer one for a minute, for example after a failover', () => {
    board.note(4, 0);
    expect(board.note(3, 60_000)).toBe(false);
    expect(board.note(3, 60_001)).toBe(true);
    expect(newer).toBe(1);
  });
});

it('separates the rows of a statement from the added columns', () => {
  const row = { name: 'a', board_id: 7, board_place: 1 };
  expect(splitBoard<{ name: string }>([row])).toEqual({ boardId: 7, rows: [{ name: 'a' }] });
  const none = { name: 'none', board_id: 7, board_place: null };
  expect(splitBoard<{ name: string }>([none])).toEqual({ boardId: 7, rows: [] });
});
