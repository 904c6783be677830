import { Statement } from './reads/batches.js';

/** Columns that {@link withBoard} adds to the rows of a statement. */
export interface BoardColumns {
  board_id: number;
  /** The place of the row in the order of the statement; null if the statement has no row. */
  board_place: number | null;
}

const forgetAfterMs = 60_000;

/**
 * The newest board that this process has read. Later responses never use an older board, whichever server is read. A
 * board that was not seen for a minute is forgotten, because a failover may have lost it.
 */
export class NewestBoard {
  /** Called after a newer board was read. Responses with the previous board are outdated. */
  onNewer: () => void = () => {};
  private id: number | undefined;
  private seenAtMs = 0;

  /** Records the board of a response. Returns false if the board is too old and the response must not be used. */
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

/** SQL for the rows of a statement in their order, plus the newest board it sees, even without rows. */
export function withBoard({ text, values }: Statement): Statement {
  const withBoard = `
    SELECT n.board_id, q.*
    FROM (SELECT COALESCE(max(b.id), 0) AS board_id FROM boards b) n
    LEFT JOIN (SELECT row_number() OVER () AS board_place, r.* FROM (${text}) r) q ON TRUE
    ORDER BY q.board_place`;
  return { text: withBoard, values };
}

/** Separates the rows of a {@link withBoard} statement from their board. */
export function splitBoard<Row>(rows: (Row & BoardColumns)[]): { boardId: number; rows: Row[] } {
  const found = rows.filter(({ board_place }) => board_place !== null);
  const strip = ({ board_id, board_place, ...row }: Row & BoardColumns): Row => {
    void [board_id, board_place];
    return row as unknown as Row;
  };
  return { boardId: rows[0]?.board_id ?? 0, rows: found.map(strip) };
}
