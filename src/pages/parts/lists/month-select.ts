import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { SelectProps } from './list-form.js';

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month such as `2026-10` in words. */
export function monthInWords(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
}

/** A form field with the months that have a board. */
export function monthSelect(months: readonly LeaderboardMonth[], chosen = ''): SelectProps {
  const options = months.map(({ month }) => [month, monthInWords(month)] as const);
  return { name: 'month', label: 'Month', chosen, options: [['', 'Last days'], ...options] };
}
