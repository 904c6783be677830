import { ImportKind } from './import-kind.js';
import { colabSessions } from './kinds/colab-sessions.js';
import { eventMarkers } from './kinds/event-markers.js';
import { eventStreams } from './kinds/event-streams.js';
import { events } from './kinds/events.js';
import { followerPoints } from './kinds/follower-points.js';
import { messageStats } from './kinds/message-stats.js';
import { panels } from './kinds/panels.js';
import { streamers } from './kinds/streamers.js';
import { streams } from './kinds/streams.js';
import { viewerSamples } from './kinds/viewer-samples.js';

/** Every kind in the order of import: what a kind refers to comes before it. */
export const importKinds: readonly ImportKind[] = [
  streamers,
  streams,
  viewerSamples,
  followerPoints,
  messageStats,
  panels,
  events,
  eventStreams,
  eventMarkers,
  colabSessions,
];

export const kindNames: readonly string[] = importKinds.map((kind) => kind.name);

export function findKind(name: string): ImportKind | undefined {
  return importKinds.find((kind) => kind.name === name);
}
