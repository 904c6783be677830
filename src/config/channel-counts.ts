interface ChannelCount {
  readonly title: string;
  /** One of the counted, in a sentence. */
  readonly one: string;
  readonly table: 'follower_points' | 'subscriber_points';
  /** The columns of a point besides the channel and the time. The first one is the count. */
  readonly columns: readonly string[];
}

/** The counts that platforms publish of a channel. A point is a count at a moment. */
export const channelCounts = {
  followers: { title: 'Followers', one: 'follower', table: 'follower_points', columns: ['followers'] },
  subscribers: {
    ...{ title: 'Subscribers', one: 'subscriber', table: 'subscriber_points' },
    columns: ['subscribers', 'gifted'],
  },
} as const satisfies Record<string, ChannelCount>;

export type CountName = keyof typeof channelCounts;

export const countNames = Object.keys(channelCounts) as readonly CountName[];

/** From this moment on, the subscribers of Kick include gifted subscriptions. Earlier counts have another meaning. */
export const subscribersSince = '2026-08-11T00:00:00.000Z';
