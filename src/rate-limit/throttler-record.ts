import type { ThrottlerStorage } from '@nestjs/throttler';

/** What a storage knows about a client: the units that it has spent in the window, and the seconds until the window ends. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A storage that can count a request as several units. */
export interface UnitStorage extends ThrottlerStorage {
  /**
   * Spends `units` of a client's budget, at most the remaining units. A client without remaining units is blocked, and each of its
   * requests counts as one unit above the limit.
   */
  increment(...given: [...Parameters<ThrottlerStorage['increment']>, units?: number]): Promise<ThrottlerRecord>;
}

export function recordOf(totalHits: number, endsInMs: number, limit: number): ThrottlerRecord {
  // Redis may answer that no time is left.
  const timeToExpire = Math.max(1, Math.ceil(endsInMs / 1000));
  return { totalHits, timeToExpire, isBlocked: totalHits > limit, timeToBlockExpire: timeToExpire };
}
