/** What to generate. The same options give the same rows. */
export interface GenerateOptions {
  streamers: number;
  /** On average: some stream more than others. */
  streamsPerStreamer: number;
  /** In all. */
  viewerSamples: number;
  followerPointsPerStreamer: number;
  /** Streams and follower points are spread over so many days before `now`. */
  days: number;
  seed: number;
  /** The moment that dates are relative to, a full minute. */
  now: Date;
}

/** Options that cannot be met together. */
export class GenerateOptionsError extends Error {}

export const mostSamplesOfAStream = 1000;
const mostStreams = 1_000_000_000;
const longestMinutes = 600;

/**
 * Who streams when. Streams are spread evenly over time, in rounds in which each streamer has a turn. A streamer with an
 * odd number leaves turns to one with an even number, who is `partnerDistance` further on, about half a round away.
 */
export interface Schedule {
  streams: number;
  secondsPerStream: number;
  /** Streamers who have a partner. */
  paired: number;
  partnerDistance: number;
  /** No stream is longer, so that no streamer has two at once. */
  longestMinutes: number;
}

/** Plans the streams. Throws a GenerateOptionsError for options that contradict each other. */
export function scheduleOf({ streamers, streamsPerStreamer, viewerSamples, days }: GenerateOptions): Schedule {
  const streams = streamers * streamsPerStreamer;
  if (streams > mostStreams) throw new GenerateOptionsError(`More than ${mostStreams} streams are too many.`);
  const mostSamples = streams * mostSamplesOfAStream;
  if (viewerSamples > mostSamples) {
    throw new GenerateOptionsError(`${streams} streams can have ${mostSamples} viewer samples.`);
  }
  const secondsPerStream = (days * 86_400) / Math.max(1, streams);
  const paired = streamers - (streamers % 2);
  // Odd, so that it leads from odd numbers to even ones.
  const partnerDistance = (paired / 2) | 1;
  // Two streams of a streamer are so many turns apart. A start moves by half a turn and is rounded to a second.
  const apart = Math.max(1, Math.min(partnerDistance, paired - partnerDistance)) - 0.5;
  const fitting = Math.floor((apart * secondsPerStream - 1) / 60);
  if (streams > 0 && fitting < 1) {
    throw new GenerateOptionsError(`${streamsPerStreamer} streams per streamer do not fit into ${days} days.`);
  }
  return { streams, secondsPerStream, paired, partnerDistance, longestMinutes: Math.min(longestMinutes, fitting) };
}
