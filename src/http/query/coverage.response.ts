import { CountProperty, NullableCountProperty, NullableMomentProperty } from './value-schemas.js';

/** How completely streams were observed. */
export class Coverage {
  @NullableMomentProperty('Time (UTC) of the first viewer sample. Null if no samples exist.')
  tracked_since: string | null;

  @NullableMomentProperty('Time of the last observation of a stream, UTC. Null if no stream was observed.')
  last_seen_at: string | null;

  @CountProperty('Number of viewer samples during the streams.')
  sample_count: number;

  @NullableCountProperty('Longest period of a stream without a viewer sample, in seconds. Null if no samples exist.')
  largest_gap_seconds: number | null;
}

/** How completely the streams of one streamer were observed. */
export class StreamerCoverage extends Coverage {
  @NullableMomentProperty(
    'Time (UTC) at which a collector started to watch the channel. Null if no collector watches it.',
  )
  watched_since: string | null;
}

export const boardKnownSince =
  'Time (UTC) from which half of the ranked streamers are known. A streamer is known from the first sweep of a collector or, without a collector, from the start of the first stream. Null without streamers, and on a board of the previous release.';
