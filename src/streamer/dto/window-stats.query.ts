import { DaysQuery } from '../../http/days-query.decorator.js';

/** How many days a window of figures can have. */
export const windowDays = [7, 30, 90, 365] as const;
export type WindowDays = (typeof windowDays)[number];

export class WindowStatsQuery {
  @DaysQuery(windowDays)
  days: WindowDays = 30;
}
