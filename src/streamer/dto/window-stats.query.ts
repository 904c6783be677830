import { defaultDays } from '../../figures/windows.js';
import { DaysQuery } from '../../http/query/days-query.decorator.js';

/** Window lengths in days. */
export const windowDays = [7, 30, 90, 365] as const;
export type WindowDays = (typeof windowDays)[number];

export class WindowStatsQuery {
  @DaysQuery(windowDays)
  days: WindowDays = defaultDays;
}
