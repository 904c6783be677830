import type { ThrottlerStorage } from '@nestjs/throttler';

/** The units that a client has spent in the window, and the seconds until the window ends. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A storage that can count a request as several units. */
export interface UnitStorage extends ThrottlerStorage {
  /**
   * Spends `units` of a client's budget, at most the remaining units. If none remain, the client is blocked and each
   * request counts as one unit above the limit.
   */
  increment(...given: [...Parameters<ThrottlerStorage['increment']>, units?: number]): Promise<ThrottlerRecord>;
}

export function toThrottlerRecord(totalHits: number, endsInMs: number, limit: number): ThrottlerRecord {
  // Redis may report that no time is left.
  const timeToExpire = Math.max(1, Math.ceil(endsInMs / 1000));
  return { totalHits, timeToExpire, isBlocked: totalHits > limit, timeToBlockExpire: timeToExpire };
}
