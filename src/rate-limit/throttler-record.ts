import type { ThrottlerStorage } from '@nestjs/throttler';

/** What a storage knows about a client: its requests in the window, and the seconds until the window ends. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

export function recordOf(totalHits: number, endsInMs: number, limit: number): ThrottlerRecord {
  // Redis may answer that no time is left.
  const timeToExpire = Math.max(1, Math.ceil(endsInMs / 1000));
  return { totalHits, timeToExpire, isBlocked: totalHits > limit, timeToBlockExpire: timeToExpire };
}
