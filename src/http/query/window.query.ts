import { plainToInstance } from 'class-transformer';
import { ChosenWindow, daysIn, defaultDays, maxDays, windowBefore, windowDays } from '../../figures/windows.js';
import { DaysQuery } from './query-parameters.decorator.js';
import { hasSeveral, RangeQuery, readRange } from './range.query.js';

/** The window of figures: a number of days that end now, a calendar month, a calendar year, or the time between two times. */
export class WindowQuery extends RangeQuery {
  @DaysQuery(windowDays)
  days?: number;

  toWindow(): ChosenWindow {
    const { days = defaultDays, from, to } = this;
    const period = this.month ?? this.year;
    if (period || from === undefined || to === undefined) return period ?? days;
    const window = readRange({ from, to });
    return { ...window, before: windowBefore(window) };
  }

  static override toCanonical(query: WindowQuery): object {
    return { ...super.toCanonical(query), from: undefined, to: undefined, days: keysOfWindow(query.toWindow()) };
  }

  override findProblem(): string | undefined {
    const { days, month, year, from, to } = this;
    if (hasSeveral(days, month, year, from ?? to)) return 'Use only one of days, month, year, and from with to';
    return super.findProblem() ?? problemBetween(from, to);
  }
}

/** Leaves texts that are not times to their own messages. */
function problemBetween(from: string | undefined, to: string | undefined): string | undefined {
  if (from === '' || to === '' || (from ?? to) === undefined) return undefined;
  if (from === undefined || to === undefined) return 'from and to must be given together';
  if (from >= to) return 'from must be before to';
  const days = daysIn(readRange({ from, to }));
  return days > maxDays ? `from and to must be at most ${maxDays} days apart` : undefined;
}

/** Returns the days in the window of a raw query; NaN if the window is invalid. */
export function countDays(query: object): number {
  const window = plainToInstance(WindowQuery, query).toWindow();
  return typeof window === 'number' ? window : daysIn(window);
}

/** Returns the parts of a cache key for a window: the days of a window that moves with time, otherwise the times. */
export function keysOfWindow(window: ChosenWindow): (string | number)[] {
  if (typeof window === 'number') return [window];
  return [window.from, window.to, window.before.from];
}
