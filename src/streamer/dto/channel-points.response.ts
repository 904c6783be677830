import { CountProperty, MomentProperty, NullableCountProperty } from '../../http/query/value-schemas.js';

/** The number of followers of a streamer at one time. */
export class FollowerPoint {
  @CountProperty('Number of followers.', { example: 21432 })
  followers: number;

  @MomentProperty('Time of the count, UTC.')
  created_at: string;
}

/** The number of subscribers of a streamer at one time. */
export class SubscriberPoint {
  @CountProperty('Number of active subscribers, including gifted subscriptions.', { example: 312 })
  subscribers: number;

  @NullableCountProperty('Number of gifted subscriptions, included in `subscribers`. Null if unknown.', { example: 75 })
  gifted: number | null;

  @MomentProperty('Time of the count, UTC.')
  created_at: string;
}

/** The points of each count. */
export interface ChannelPoints {
  followers: FollowerPoint;
  subscribers: SubscriberPoint;
}

/** A point of any count. Points of gains have no details. */
export type CountPoint = FollowerPoint | Omit<SubscriberPoint, 'gifted'>;

export function countOf(point: CountPoint): number {
  return 'followers' in point ? point.followers : point.subscribers;
}

/** Returns the gain between the points of `StreamerService.listGainPoints`; null with fewer than two. */
export function computeGain(points: readonly CountPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.created_at === last.created_at) return null;
  return countOf(last) - countOf(first);
}
