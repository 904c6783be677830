import { ReadElsewhere } from './connection-lost.js';
import { NewestBoard, splitBoard } from './newest-board.js';

describe('NewestBoard', () => {
  let board: NewestBoard;
  let newer: number;

  beforeEach(() => {
    newer = 0;
    board = new NewestBoard(1_000);
    board.onNewer = () => (newer += 1);
  });

  it('refuses an older board than one that was read', () => {
    for (const id of [3, 3, 4, 4]) board.note(id, 0);
    expect(() => board.note(3, 500)).toThrow(ReadElsewhere);
    expect(newer).toBe(1);
  });

  it('takes an older board when nobody has had the newer one for long, as after a failover that lost it', () => {
    board.note(4, 0);
    board.note(3, 1_001);
    expect(newer).toBe(1);
    expect(() => board.note(2, 1_500)).toThrow(ReadElsewhere);
  });
});

it('tells the rows of a statement from what was added to them', () => {
  const row = { name: 'a', board_id: 7, board_row: true, board_place: 1 };
  expect(splitBoard<{ name: string }>([row])).toEqual({ boardId: 7, rows: [{ name: 'a' }] });
  const none = { name: 'none', board_id: 7, board_row: null, board_place: null };
  expect(splitBoard<{ name: string }>([none])).toEqual({ boardId: 7, rows: [] });
});
