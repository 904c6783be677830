import { StreamerLink } from '../parts/names/texts.js';
import { countText, fullNumber, wordsFor } from '../../charts/labels/number-labels.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { boardRowId, figuresOfMetrics } from '../board/board-figures.js';
import { BoardQuery } from '../board/board.query.js';
import { leadText } from '../compare/leader.js';
import { Figure, shownFigures } from '../parts/figures.js';
import { isComparable, knownMs } from '../../figures/known-time.js';
import { minuteMs, TimeRange } from '../../figures/time.js';
import { durationText } from '../parts/duration-text.js';
import { KnownMoment, NothingKnown } from '../parts/ranges/known-since.js';
import { Lead } from './lead.js';

interface BoardSentenceProps {
  entries: readonly BoardEntry[];
  query: BoardQuery;
  /** Whether these are all entries of the board. */
  areAll: boolean;
  /** The window of the board up to its refresh, the time from which it is known, and its name. */
  known: { window: TimeRange; since: number; span: string } | undefined;
}

/** What is known of the board, who leads, by how much, and who has climbed most. Nothing after the first page. */
export function BoardSentence({ entries, areAll, query, known }: BoardSentenceProps) {
  if (query.cursor > 0) return null;
  return (
    <Lead sentences={[known ? knownPart(known, entries) : null, leader(entries, query), climber(entries, areAll)]} />
  );
}

/** Null if enough is known of the window to compare it with others. */
function knownPart({ window, since, span }: NonNullable<BoardSentenceProps['known']>, entries: readonly BoardEntry[]) {
  if (isComparable(window, since)) return null;
  const ms = knownMs(window, since);
  // Imports can describe streams before the first sweep.
  if (ms === 0) return entries.length > 0 ? null : <NothingKnown of={span} {...{ window, since }} />;
  return (
    <>
      Of {span}, only the time since{' '}
      <b>
        <KnownMoment {...{ window, since }} />
      </b>{' '}
      is known: {ms < minuteMs ? '< 1 min' : durationText(Math.round(ms / minuteMs))}
    </>
  );
}

/** Null if the figure of the first entry is unknown, or if even the first one has lost followers. */
function leader([first, second]: readonly BoardEntry[], { sort }: BoardQuery) {
  const value = first?.[sort] ?? null;
  const figure = figuresOfMetrics[sort];
  if (first === undefined || value === null || value <= 0) return null;
  const { words, isHours } = shownFigures[figure];
  const lead = second && leadText(value, second[sort] ?? 0);
  return (
    <>
      <StreamerLink of={first} /> {second ? 'leads with' : 'has'} <Figure of={figure} value={value} />{' '}
      {isHours ? words : wordsFor(value, words)}
      {second && lead ? (
        <>
          , {lead.endsWith('%') ? `${lead} more than` : `${lead} as many as`} <StreamerLink of={second} />
        </>
      ) : null}
    </>
  );
}

/** The entry with the largest rise in rank since the window before. Null if none has risen, or without another entry. */
function climber(entries: readonly BoardEntry[], areAll: boolean) {
  const risen = entries.map((entry, index) => ({
    entry,
    rise: ((entry.is_compared ? entry.previous_rank : null) ?? 0) - index - 1,
    rank: index + 1,
  }));
  const [best] = risen.sort((a, b) => b.rise - a.rise);
  if (best === undefined || best.rise <= 0 || entries.length < 2) return null;
  return (
    <>
      {areAll ? '' : `Of the first ${fullNumber(entries.length)}, `}
      <StreamerLink of={best.entry} /> climbed most:{' '}
      <a href={`#${boardRowId(best.entry)}`}>
        {countText(best.rise, 'place')}, to rank {fullNumber(best.rank)}
      </a>
    </>
  );
}
