import { GenerateOptions, purposes } from './generate-options.js';
import { RowRandom } from './row-random.js';
import { StreamSchedule } from './stream-schedule.js';
import { StreamerPlan } from './streamer-plan.js';

/** What several tables have to agree on about a stream. */
export interface PlannedStream {
  id: number;
  /** Number of its streamer. */
  streamer: number;
  startedMs: number;
  /** Null while it is live. */
  endedMs: number | null;
  /** Whole minutes, of a live one up to now. */
  minutes: number;
  avgViewers: number;
  peakViewers: number;
  /** Null where nobody read the chat. */
  uniqueChatters: number | null;
}

const minuteMs = 60_000;
const shortestMinutes = 20;
const longestMinutes = 600;
/** Beyond the ids of the seed. */
const firstStreamId = 50_000_000_001;

/** The streams, numbered from 0 in the order of their starts. */
export class StreamPlan {
  readonly count: number;
  /** No stream is longer. */
  readonly longestMs: number;
  private readonly schedule: StreamSchedule;
  private readonly random: RowRandom;
  private readonly nowMs: number;

  constructor(
    private readonly streamers: StreamerPlan,
    options: GenerateOptions,
  ) {
    this.schedule = new StreamSchedule(options);
    this.count = this.schedule.count;
    this.longestMs = Math.min(longestMinutes, this.schedule.longestMinutes) * minuteMs;
    this.random = new RowRandom(options.seed, purposes.stream);
    this.nowMs = options.now.getTime();
  }

  startOf(stream: number): number {
    return this.schedule.startOf(stream);
  }

  at(stream: number): PlannedStream {
    const { random } = this;
    random.startRow(stream);
    const startedMs = this.schedule.startOf(stream);
    const streamer = this.schedule.streamerOf(stream, startedMs);
    const endedMs = startedMs + this.randomLength();
    const isLive = endedMs > this.nowMs;
    const usual = this.streamers.usualViewers(streamer);
    const avgViewers = Math.floor(usual * (0.6 + 0.8 * random.share()) + random.share());
    const peakViewers = Math.floor(avgViewers * (1.2 + 0.6 * random.share())) + random.below(3);
    return {
      id: firstStreamId + stream,
      streamer,
      startedMs,
      endedMs: isLive ? null : endedMs,
      minutes: Math.floor(((isLive ? this.nowMs : endedMs) - startedMs) / minuteMs),
      avgViewers,
      peakViewers,
      uniqueChatters: random.below(4) === 0 ? null : Math.floor(peakViewers * (0.2 + 0.4 * random.share())),
    };
  }

  /** Short streams are more frequent than long ones. */
  private randomLength(): number {
    const share = this.random.share();
    const ms = (shortestMinutes + Math.floor(share * share * (longestMinutes - shortestMinutes))) * minuteMs;
    return Math.min(ms, this.longestMs);
  }
}
