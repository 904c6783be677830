import { sinceOf } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { untilNow } from '../../figures/windows.js';
import { BoardSummary } from '../../leaderboard/board-summary.js';
import { monthInWords } from '../parts/lists/selects.js';
import { KnownSince } from '../parts/ranges/known-since.js';

/** Returns the window of a board up to its refresh. */
export function knownWindow({ from, to, refreshed_at }: BoardSummary): TimeRange {
  return untilNow({ from: Date.parse(from), to: Date.parse(to) }, new Date(refreshed_at));
}

/** Returns the name of a month, which may not have been over when its board was computed. */
export function monthSpan(month: string, board: BoardSummary | null): string {
  const isOver = board === null || board.to <= board.refreshed_at;
  return monthInWords(month) + (isOver ? '' : ' so far');
}

/** The time from which a board and its games are known. */
export function BoardKnownSince({ board, range }: { board: BoardSummary; range?: string | undefined }) {
  return <KnownSince window={knownWindow(board)} known={[{ since: sinceOf(board.known_since) }]} range={range} />;
}
