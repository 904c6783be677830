import { UsageError } from '../../ingest/errors.js';

/** Options of the generated data. The same options give the same rows. */
export interface GenerateOptions {
  streamers: number;
  /** Average number; some streamers have more streams than others. */
  streamsPerStreamer: number;
  /** Total number. */
  viewerSamples: number;
  followerPointsPerStreamer: number;
  /** Streams and follower points are spread over this number of days before `now`. */
  days: number;
  seed: number;
  /** The moment that dates are relative to, a full minute. */
  now: Date;
}

const maxStreams = 1_000_000_000;
const maxSamplesOfAStream = 1000;

export function checkOptions(options: GenerateOptions): void {
  const { streamers, streamsPerStreamer, viewerSamples, days } = options;
  const streams = streamers * streamsPerStreamer;
  const most = streams * maxSamplesOfAStream;
  if (streams > maxStreams) throw new UsageError(`At most ${maxStreams} streams are possible.`);
  if (viewerSamples > most) throw new UsageError(`${streams} streams can have ${most} viewer samples.`);
  if (maxMinutes(options) > 0) return;
  throw new UsageError(`${streamsPerStreamer} streams per streamer do not fit into ${days} days.`);
}

/** The maximum length of a stream at which no streamer has two at once: two streams of a streamer are half a round apart. */
export function maxMinutes({ streamers, streamsPerStreamer, days }: GenerateOptions): number {
  // A start moves by up to half a turn, and is rounded to a second.
  const turns = Math.max(1, Math.floor(streamers / 2)) - 0.5;
  const seconds = (turns * days * 86_400) / (streamers * streamsPerStreamer) - 1;
  return Math.min(600, Math.floor(seconds / 60));
}
