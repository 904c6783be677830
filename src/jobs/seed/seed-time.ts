export const HOUR = 60;
export const DAY = 24 * HOUR;
/** The window of the leaderboard and of the 30-day stats, in minutes. */
export const WINDOW = 30 * DAY;

const MINUTE_MS = 60_000;

/**
 * Whether something of this age leaves the window in the day after seeding. Ordinary rows avoid that age, so that the
 * figures do not change until the seed is renewed.
 */
export function agesOutWithinADay(minutesAgo: number): boolean {
  return minutesAgo > WINDOW - DAY && minutesAgo <= WINDOW;
}

/** The moment that the dates of the seed are relative to, a full minute. Ages are minutes before that moment. */
export class SeedTime {
  readonly nowMs: number;

  constructor(now: Date) {
    this.nowMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  }

  /** The moment `minutesAgo` minutes ago, as in an import file. Fractions are rounded to the millisecond. */
  isoAgo(minutesAgo: number): string {
    return new Date(this.nowMs - Math.round(minutesAgo * MINUTE_MS)).toISOString();
  }

  minutesSince(iso: string): number {
    return (this.nowMs - Date.parse(iso)) / MINUTE_MS;
  }

  /** Age of midnight (UTC) at the start of the day `daysAgo` days before today. */
  dayStartAgo(daysAgo: number): number {
    return ((this.nowMs / MINUTE_MS) % DAY) + daysAgo * DAY;
  }

  /**
   * Age of the latest first day of a month, 00:00 UTC, that is at least `minAgo` old; `monthsBefore` counts further months back.
   */
  monthStartAgo(minAgo: number, monthsBefore = 0): number {
    const latest = new Date(this.nowMs - minAgo * MINUTE_MS);
    return (this.nowMs - Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - monthsBefore, 1)) / MINUTE_MS;
  }
}
