import { fullNumber } from '../../charts/labels/number-labels.js';
import { recentStreams } from '../../leaderboard/boards.js';

const barWidth = 8;
const height = 24;

/** Bars for the average viewers of the last streams, the newest on the right. An unknown value is a gap. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const bars = values.map((value, i) => {
    const x = (recentStreams - values.length + i) * barWidth + 2;
    const size = value === null ? 0 : Math.max(1, Math.round((value / (most || 1)) * (height - 2)));
    return size === 0 ? '' : `M${x} ${height}v-${size}`;
  });
  return (
    <>
      <svg class="spark" aria-hidden="true">
        <path d={bars.join('')} />
      </svg>
      <span class="sr">
        {fullNumber(least)} to {fullNumber(most)}
      </span>
    </>
  );
}
