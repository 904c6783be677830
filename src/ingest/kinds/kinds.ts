import { colabSessions } from './colab-sessions.js';
import { eventMarkers, events, eventStreams } from './events.js';
import { Kind, KindName } from './kind.js';
import { panels } from './panels.js';
import { followerPoints, messageStats, streamChanges } from './plain-kinds.js';
import { streamers } from './streamers.js';
import { streams } from './streams.js';
import { viewerSamples } from './viewer-samples.js';

/** All kinds in the order of import: a kind comes after the kinds that it refers to. */
export const kinds: readonly Kind[] = [
  streamers,
  streams,
  streamChanges,
  viewerSamples,
  followerPoints,
  messageStats,
  panels,
  events,
  eventStreams,
  eventMarkers,
  colabSessions,
];

export const kindNames: readonly string[] = kinds.map((kind) => kind.name);

export function findKind(name: KindName): Kind;
export function findKind(name: string): Kind | undefined;
export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}
