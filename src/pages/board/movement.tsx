import { fullNumber } from '../../charts/labels/number-labels.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';

/** The movement from the rank in the window before, such as ▲2. */
export function Movement({ entry, rank }: { entry: BoardEntry; rank: number }) {
  const { previous_rank: before, is_compared } = entry;
  if (!is_compared) return null;
  if (before === null) return <b class="new">new</b>;
  if (before === rank) {
    return (
      <>
        <span aria-hidden="true">=</span>
        <span class="sr">same rank</span>
      </>
    );
  }
  const isUp = before > rank;
  return (
    <span class={isUp ? 'up' : 'down'}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
      <span class="sr">{isUp ? 'up ' : 'down '}</span>
      {fullNumber(Math.abs(before - rank))}
    </span>
  );
}
