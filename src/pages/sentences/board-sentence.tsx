import { StreamerLink } from '../parts/names/texts.js';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { boardRowId, figuresOfMetrics } from '../board/board-figures.js';
import { BoardQuery } from '../board/board.query.js';
import { leadText } from '../compare/leader.js';
import { Figure, shownFigures } from '../parts/figures.js';
import { Lead } from './lead.js';

/** Who leads the board, by how much, and who has climbed most. Nothing after the first page. */
export function BoardSentence({ entries, query }: { entries: readonly BoardEntry[]; query: BoardQuery }) {
  if (query.cursor > 0) return null;
  return <Lead sentences={[leader(entries, query), climber(entries)]} />;
}

/** Null if the figure of the first entry is unknown, or if even the first one has lost followers. */
function leader([first, second]: readonly BoardEntry[], { sort }: BoardQuery) {
  const value = first?.[sort] ?? null;
  const figure = figuresOfMetrics[sort];
  if (first === undefined || value === null || value <= 0) return null;
  const lead = second && leadText(value, second[sort] ?? 0);
  return (
    <>
      <StreamerLink of={first} /> leads with <Figure of={figure} value={value} /> {shownFigures[figure].words}
      {second && lead ? (
        <>
          , {lead.endsWith('%') ? `${lead} more than` : `${lead} as many as`} <StreamerLink of={second} />
        </>
      ) : null}
    </>
  );
}

/** The entry with the largest rise in rank since the window before. Null if none has risen. */
function climber(entries: readonly BoardEntry[]) {
  const risen = entries.map((entry, index) => ({
    entry,
    rise: (entry.previous_rank ?? 0) - index - 1,
    rank: index + 1,
  }));
  const [best] = risen.sort((a, b) => b.rise - a.rise);
  if (best === undefined || best.rise <= 0) return null;
  return (
    <>
      Of the first {fullNumber(entries.length)}, <StreamerLink of={best.entry} /> climbed most:{' '}
      <a href={`#${boardRowId(best.entry)}`}>
        {fullNumber(best.rise)} {best.rise === 1 ? 'index' : 'places'}, to rank {fullNumber(best.rank)}
      </a>
    </>
  );
}
