import { encodeId } from './platform-ids.js';

/** The ranges of the IDs of the seed on Twitch, both ends included: 999 streamers with 999 streams each. */
export const seedIds = {
  streamers: { first: 100_000_001, last: 100_000_999 },
  streams: { first: 40_100_000_001, last: 40_100_998_999 },
  events: { first: 300_000_001, last: 300_000_999 },
  event_markers: { first: 310_000_001, last: 310_999_999 },
  colab_sessions: { first: 320_000_001, last: 320_000_999 },
} as const;

/** The kinds whose rows own the other rows. */
export const owners = ['streamers', 'streams', 'events', 'colab_sessions'] as const;
export type Owner = (typeof owners)[number];

/** The IDs of the seed on Kick. */
const kickIds: Partial<Record<keyof typeof seedIds, string>> = {
  streamers: 'kick:100000001',
  streams: 'kick:550e8400-e29b-41d4-a716-446655440000',
};

/** SQL for whether an ID is one of the seed. */
export function isSeeded(kind: keyof typeof seedIds, id: string): string {
  const isOfTwitch = `${id} BETWEEN ${seedIds[kind].first} AND ${seedIds[kind].last}`;
  const onKick = kickIds[kind];
  return onKick === undefined ? isOfTwitch : `(${isOfTwitch} OR ${id} = ${encodeId(onKick)})`;
}

/** Whether a streamer is invented, so that no platform has the channel. */
export function isInvented(streamerId: string): boolean {
  const { first, last } = seedIds.streamers;
  return (Number(streamerId) >= first && Number(streamerId) <= last) || streamerId === encodeId(kickIds.streamers!);
}

/** SQL for whether the database contains streamers of the seed, and no others. It reads no more rows than the seed has. */
export const hasSeedOnly = `CASE WHEN EXISTS (SELECT FROM streams t WHERE t.id = ${seedIds.streams.first})
  THEN NOT EXISTS (SELECT FROM streamers t WHERE NOT (${isSeeded('streamers', 't.id')})) ELSE FALSE END`;

/** SQL for whether the database contains rows that are not of the seed. */
export const hasOtherData = owners
  .map((kind) => `EXISTS (SELECT FROM ${kind} t WHERE NOT (${isSeeded(kind, 't.id')}))`)
  .join(' OR ');
