import { minuteMs } from '../../figures/time.js';
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

/** Without `viewerSamples`, a stream has {@link usualSamples} on average. `now` is any moment. */
export type GivenOptions = Omit<GenerateOptions, 'viewerSamples'> & { viewerSamples?: number };

const usualSamples = 2.5;
const maxStreams = 1_000_000_000;
const maxSamplesOfAStream = 1000;

/** Throws a UsageError if the options cannot be combined. */
export function completeOptions(given: GivenOptions): GenerateOptions {
  const { streamers, streamsPerStreamer, days } = given;
  const streams = streamers * streamsPerStreamer;
  const viewerSamples = given.viewerSamples ?? Math.floor(streams * usualSamples);
  const now = new Date(Math.floor(given.now.getTime() / minuteMs) * minuteMs);
  const options = { ...given, viewerSamples, now };
  const most = streams * maxSamplesOfAStream;
  if (streams > maxStreams)
    throw new UsageError(`--streamers times --streams-per-streamer is ${streams}, but must be at most ${maxStreams}.`);
  if (viewerSamples > most)
    throw new UsageError(`--viewer-samples is ${viewerSamples}, but must be at most ${most} for ${streams} streams.`);
  if (maxMinutes(options) > 0) return options;
  throw new UsageError(
    `--streams-per-streamer is ${streamsPerStreamer}, which is too many for --days ${days}. Use more days or fewer streams.`,
  );
}

/** The maximum length of a stream at which no streamer has two at once: two streams of a streamer are half a round apart. */
export function maxMinutes({ streamers, streamsPerStreamer, days }: GenerateOptions): number {
  // A start moves by up to half a turn, and is rounded to a second.
  const turns = Math.max(1, Math.floor(streamers / 2)) - 0.5;
  const seconds = (turns * days * 86_400) / (streamers * streamsPerStreamer) - 1;
  return Math.min(600, Math.floor(seconds / 60));
}
