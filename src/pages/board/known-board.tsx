import { fullNumber } from '../../charts/labels/number-labels.js';
import { fullMoment } from '../../charts/labels/time-labels.js';
import { sinceOf } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { untilNow } from '../../figures/windows.js';
import { BoardSummary } from '../../leaderboard/board-summary.js';
import { FigureKey, figureText } from '../parts/figures.js';
import { monthInWords } from '../parts/lists/selects.js';
import { citationOf } from '../parts/panels/citation.js';
import { KnownSince } from '../parts/ranges/known-since.js';
import { readPageRange } from '../parts/ranges/page-range.js';

/** Returns the window of a board up to its refresh. */
export function knownWindow({ from, to, refreshed_at }: BoardSummary): TimeRange {
  return untilNow({ from: Date.parse(from), to: Date.parse(to) }, new Date(refreshed_at));
}

/** Returns the name of a month, which may not have been over when its board was computed. */
export function monthSpan(month: string, board: BoardSummary | null): string {
  const isOver = board === null || board.to <= board.refreshed_at;
  return monthInWords(month) + (isOver ? '' : ' so far');
}

interface CitedBoard {
  board: BoardSummary | null;
  /** As in addresses. */
  range: string;
  name: string;
  counted: string;
  figure: FigureKey;
  /** The first row that the page shows, from `cursor` on. */
  first: { name: string; value: number | null } | undefined;
  cursor: number;
}

/** Returns the citation of a board or its games; undefined without rows. No address keeps the last days of a board. */
export function citeBoard({ board, range: asked, name, counted, figure, first, cursor }: CitedBoard) {
  if (board === null || first === undefined) return undefined;
  const range = readPageRange({ range: asked });
  const computed = new Date(board.refreshed_at);
  const value = first.value === null ? '' : ` with ${figureText(figure, first.value)}`;
  const citation = citationOf(
    {
      ...{ name, figures: `${counted}, number ${fullNumber(cursor + 1)} ${first.name}${value}`, range },
      ...{ since: sinceOf(board.known_since), window: knownWindow(board), isFinal: board.is_final },
      ...{ frozen: undefined, pathOf: () => '' },
    },
    computed,
  );
  if (range.call === undefined) return { ...citation, state: `The address always shows ${range.noun}.` };
  // The end of the last stream is not known here.
  return board.is_final ? { ...citation, state: `Final, computed ${fullMoment(computed)} UTC.` } : citation;
}

/** The time from which a board and its games are known. */
export function BoardKnownSince({ board, range }: { board: BoardSummary; range?: string | undefined }) {
  return <KnownSince window={knownWindow(board)} known={[{ since: sinceOf(board.known_since) }]} range={range} />;
}
