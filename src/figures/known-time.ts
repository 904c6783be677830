import { PlatformName } from '../config/platforms.js';
import { TimeRange } from './time.js';

/**
 * Percentage of a window that must be known on both sides of a comparison. Sums grow with the known time, averages and
 * peaks hardly grow.
 */
const comparablePercent = { sum: 95, average: 50 } as const;

/** How a figure grows with the known time. A peak is compared like an average. */
export type FigureNature = keyof typeof comparablePercent;

/** Returns the known milliseconds of a window. */
export function knownMs({ from, to }: TimeRange, since: number): number {
  return Math.max(0, to - Math.max(from, since));
}

/** Returns whether enough of a window is known to compare a figure with another window. */
export function isComparable(window: TimeRange, since: number, nature: FigureNature = 'sum'): boolean {
  return 100 * knownMs(window, since) >= comparablePercent[nature] * (window.to - window.from);
}

/** Returns a time as a number. A board of the previous release lacks the time and counts as known. */
export function sinceOf(knownSince: string | null): number {
  return knownSince === null ? -Infinity : Date.parse(knownSince);
}

/** Returns SQL for the time from which a board is known: with all streamers, or with the streamers of a platform. */
export function selectKnownSince(of: PlatformName | 'all' = 'all', board = 'b'): string {
  return `(${board}.known_since ->> '${of}')::timestamptz`;
}
