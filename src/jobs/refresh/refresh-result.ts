import { maxFigure } from '../../database/exact-figures.js';
import { formatQuantity } from '../../logging/format-count.js';

export interface RefreshResult {
  entries: number;
  seconds: number;
  /** Number of entries whose watchtime exceeds the largest figure. */
  capped: number;
  /** Whether another refresh, which began after this one was requested, has built the board. */
  skipped: boolean;
}

export function describeRefresh({ entries, seconds, capped, skipped }: RefreshResult): string[] {
  const board = formatQuantity(entries, 'entry', 'entries');
  if (skipped) return [`Another refresh rebuilt the leaderboard, which now has ${board}.`];
  const most = `The watchtime of ${formatQuantity(capped, 'entry', 'entries')} is ${maxFigure} or more, and shown as this value.`;
  return [`The leaderboard now has ${board} (${seconds.toFixed(1)} s).`, ...(capped > 0 ? [most] : [])];
}
