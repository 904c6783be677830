import { dayMs, GenerateOptions, GenerateOptionsError, purposes } from './generate-options.js';
import { RowRandom } from './row-random.js';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const windowMs = 30 * dayMs;
const mostStreams = 1_000_000_000;

/**
 * Who streams when. Streams are spread evenly over time, in rounds in which each streamer has a turn. A smaller streamer
 * leaves every second turn to a bigger one, half a round away from its own; a quarter of them stopped before the window
 * of the leaderboard and leave all turns in it. No streamer has two streams at once.
 */
export class StreamSchedule {
  readonly count: number;
  /** Longer than this a stream may not be. */
  readonly longestMinutes: number;
  private readonly streamers: number;
  private readonly paired: number;
  private readonly pairDistance: number;
  private readonly random: RowRandom;
  private readonly fromMs: number;
  private readonly turnMs: number;
  private readonly windowFromMs: number;

  constructor({ streamers, streamsPerStreamer, days, seed, now }: GenerateOptions) {
    this.count = streamers * streamsPerStreamer;
    if (this.count > mostStreams) throw new GenerateOptionsError(`More than ${mostStreams} streams are too many.`);
    this.streamers = streamers;
    this.paired = streamers - (streamers % 2);
    // Odd, so that it leads from odd numbers, which are the smaller streamers, to even ones.
    this.pairDistance = (this.paired / 2) | 1;
    this.random = new RowRandom(seed, purposes.schedule);
    this.fromMs = now.getTime() - days * dayMs;
    this.turnMs = (days * dayMs) / this.count;
    this.windowFromMs = now.getTime() - windowMs;
    // Two streams of a streamer are so many turns apart, and a start moves by half a turn at the most.
    const apart = Math.max(1, Math.min(this.pairDistance, this.paired - this.pairDistance)) - 0.5;
    this.longestMinutes = Math.floor((apart * this.turnMs - secondMs) / minuteMs);
    if (this.count > 0 && this.longestMinutes < 1) {
      throw new GenerateOptionsError(`${streamsPerStreamer} streams per streamer do not fit into ${days} days.`);
    }
  }

  /** Start of a stream, a full second before now; streams are numbered from 0 in the order of their starts. */
  startOf(stream: number): number {
    this.random.startRow(stream);
    const startMs = this.fromMs + (stream + this.random.share() / 2) * this.turnMs;
    return Math.floor(startMs / secondMs) * secondMs;
  }

  /** Number of the streamer of a stream that started then. */
  streamerOf(stream: number, startedMs: number): number {
    const round = Math.floor(stream / this.streamers);
    const streamer = stream - round * this.streamers;
    if (streamer % 2 === 0) return streamer;
    const hasStopped = streamer % 8 === 1 && startedMs >= this.windowFromMs && this.fromMs < this.windowFromMs;
    return hasStopped || round % 2 === 1 ? (streamer + this.pairDistance) % this.paired : streamer;
  }
}
