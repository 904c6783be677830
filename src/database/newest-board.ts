import { Prisma } from '../generated/prisma/client.js';

/** What {@link withBoard} adds to the rows of a statement. */
export interface OfBoard {
  board_id: number;
  board_row: boolean | null;
  board_place: number | null;
}

const forgetAfterMs = 60_000;

/**
 * The newest board that this process has read, so that no later answer is of an older one, whichever server it comes from. After a failover
 * that lost a board no server has that board, so a board is forgotten that was not seen for a minute.
 */
export class NewestBoard {
  /** Called when a newer board was read: answers of the board before are outdated. */
  onNewer: () => void = () => {};
  private id: number | undefined;
  private seenAtMs = 0;

  /** Notes the board of an answer. Returns false if the board is older than the newest one: the answer must not be used. */
  note(id: number, nowMs = performance.now()): boolean {
    const isForgotten = nowMs - this.seenAtMs > forgetAfterMs;
    if (this.id !== undefined && id < this.id && !isForgotten) return false;
    const isOther = this.id !== undefined && this.id !== id;
    this.id = id;
    this.seenAtMs = nowMs;
    if (isOther) this.onNewer();
    return true;
  }
}

/** SQL for the rows of a statement, in its order, and the newest board as the statement sees it; that also where it has no rows. */
export function withBoard(statement: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT n.board_id, q.*
    FROM (SELECT COALESCE(max(b.id), 0) AS board_id FROM leaderboard_boards b) n
    LEFT JOIN (SELECT TRUE AS board_row, row_number() OVER () AS board_place, r.* FROM (${statement}) r) q ON TRUE
    ORDER BY q.board_place`;
}

/** The rows of the statement that {@link withBoard} was given, and the board that they are of. */
export function splitBoard<Row>(rows: (Row & OfBoard)[]): { boardId: number; rows: Row[] } {
  const boardId = rows[0]?.board_id ?? 0;
  const isRow = ({ board_row }: OfBoard) => board_row !== null;
  const strip = (row: Row & OfBoard): Row => {
    const { board_id, board_row, board_place, ...rest } = row;
    void [board_id, board_row, board_place];
    return rest as unknown as Row;
  };
  return { boardId, rows: rows.filter(isRow).map(strip) };
}
