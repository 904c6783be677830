import { CountProperty, MomentProperty } from '../../http/query/value-schemas.js';

/** The number of followers of a streamer at one time. */
export class FollowerPoint {
  @CountProperty('Number of followers.', { example: 21432 })
  followers: number;

  @MomentProperty('Time of the count, UTC.')
  created_at: string;
}
