import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';

/** The last point minus the first one, as the leaderboard has it; null without a point. */
export function gainOf(points: readonly FollowerPoint[]): number | null {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? null : last.followers - first.followers;
}
