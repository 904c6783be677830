import { repeat } from '../../lifecycle/repeat.js';
import { errorMessage } from '../../logging/error-message.js';
import { ObservedStream } from '../platforms/platform.js';
import { ChatContext } from './chat-connection.js';
import { ChatCount } from './chat-count.js';
import { ChatEvents } from './chat-events.js';
import { ChatIntervals } from './chat-intervals.js';
import { ChatReader } from './chat-reader.js';
import { ChatGap, ChatReport, ChatStore } from './chat-store.js';

interface CountedStream {
  readonly id: string;
  readonly count: ChatCount;
  gaps: ChatGap[];
  /** Start of the time in which the chat is not read; undefined while it is read. */
  missedFrom: number | undefined;
  /** Start of the time in which the chat is read. */
  readFrom: number;
  /** The time when it was last live, also by the monotonic clock. */
  overAt?: number;
  overAtMs?: number;
}

const followEveryMs = 1_000;
const flushEveryMs = 60_000;

/** After a broken connection, a stream may resume as the same stream within this time. */
const resumedWithinMs = 600_000;

/** A count that cannot be stored for this long belongs to a stream that never got into the database. */
const givenUpAfterMs = 86_400_000;

/** Counts the chats of the live streams in sweeps, from the moment each is joined. Stores missed times as gaps. */
export class ChatWatch implements ChatEvents {
  private readonly byLogin = new Map<string, CountedStream>();
  /** The channels whose chats are read now, also between two streams of a channel. */
  private readonly read = new Set<string>();
  private over: CountedStream[] = [];
  private readonly reader: ChatReader;
  private shown: { live: readonly ObservedStream[]; isComplete: boolean; unreadable: ReadonlySet<string> } | undefined;

  constructor(
    private readonly context: ChatContext,
    private readonly store: Pick<ChatStore, 'find' | 'save' | 'deleteEnded'>,
  ) {
    this.reader = new ChatReader(this, context);
  }

  /**
   * Takes the result of a sweep. The count of a stream that a complete sweep lacks ends, and is stored, unless the stream is
   * live with an invalid item.
   */
  show(live: readonly ObservedStream[], isComplete: boolean, unreadable: ReadonlySet<string> = new Set()): void {
    this.shown = { live, isComplete: isComplete || (this.shown?.isComplete ?? false), unreadable };
  }

  /** Counts until the signal is aborted; stores the counts every minute, and at the end. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.context;
    // The reader ends last, because it would open connections for the streams of a sweep again.
    const ended = new AbortController();
    const reading = this.reader.run(ended.signal);
    let flushedAtMs = clock.monotonicMs();
    const follow = async (isLast: boolean) => {
      await this.follow().catch((error: unknown) => this.report(error));
      if (clock.monotonicMs() - flushedAtMs < flushEveryMs && !isLast) return;
      flushedAtMs = clock.monotonicMs();
      await this.flush();
      await this.store.deleteEnded(new Date(this.now - resumedWithinMs)).catch((error: unknown) => this.report(error));
    };
    await repeat(() => follow(false), { everyMs: followEveryMs, signal, clock });
    await follow(true);
    ended.abort();
    await reading;
  }

  joined(channel: string): void {
    this.read.add(channel);
    const stream = this.byLogin.get(channel);
    if (stream?.missedFrom === undefined) return;
    stream.readFrom = Math.max(this.now, stream.missedFrom);
    stream.gaps.push({ from: stream.missedFrom, until: stream.readFrom });
    stream.missedFrom = undefined;
  }

  lost(channels: readonly string[]): void {
    for (const channel of channels) {
      this.read.delete(channel);
      const stream = this.byLogin.get(channel);
      if (!stream || stream.missedFrom !== undefined) continue;
      stream.count.intervals.cover(stream.readFrom, this.now);
      stream.missedFrom = this.now;
    }
  }

  countOf(channel: string): ChatCount | undefined {
    const count = this.byLogin.get(channel)?.count;
    count?.intervals.moveTo(this.now);
    return count;
  }

  /** Stores the changes. Changes that cannot be stored are stored a minute later. */
  async flush(): Promise<void> {
    const { clock, logger, state } = this.context;
    // The gaps would get wrong times.
    if (state.wrongClock !== undefined) return;
    const streams = [...this.byLogin.values(), ...this.over];
    const reports = new Map(streams.map((stream) => [stream, this.reportOf(stream)]));
    let givenUpBefore = clock.monotonicMs() - givenUpAfterMs;
    const failed = await this.store.save([...reports.values()]).catch((error: unknown) => {
      // The database is unavailable.
      givenUpBefore = -Infinity;
      return new Map([...reports.values()].map((report) => [report, error]));
    });
    if (failed.size > 0) this.report([...failed.values()].at(-1));
    for (const [stream, report] of reports) {
      if (failed.has(report)) stream.count.putBack(report.chatters);
      else stream.gaps = stream.gaps.filter((gap) => !report.gaps.includes(gap));
    }
    const failedIds = [...failed.keys()].map(({ streamId }) => streamId);
    const left = this.over.filter(({ id }) => failedIds.includes(id));
    this.over = left.filter(({ overAtMs = 0 }) => overAtMs >= givenUpBefore);
    const lost = left.length - this.over.length;
    if (lost > 0) logger.warn({ streams: lost }, 'Dropped chat counts of streams that were never stored');
  }

  private get now(): number {
    return this.context.clock.now().getTime();
  }

  /** Begins new streams, and ends the streams that a complete sweep lacks. */
  private async follow(): Promise<void> {
    const { shown, byLogin } = this;
    if (!shown) return;
    this.shown = undefined;
    // The channels that are not read anymore.
    for (const login of this.read) if (!byLogin.has(login)) this.read.delete(login);
    const live = new Map(shown.live.map((stream) => [stream.id, stream]));
    const taken = new Set(shown.live.map(({ user_login }) => user_login));
    for (const [login, stream] of byLogin) {
      const observed = live.get(stream.id);
      // A blank login has no meaning.
      const mayBeLive = !shown.isComplete || shown.unreadable.has(stream.id);
      if (observed ? ['', login].includes(observed.user_login) : mayBeLive && !taken.has(login)) continue;
      byLogin.delete(login);
      this.over.push(Object.assign(stream, { overAt: this.now, overAtMs: this.context.clock.monotonicMs() }));
    }
    // The next step reads the stored counts of streams.
    if (this.over.length > 0) await this.flush();
    try {
      for (const { id, user_login: login, started_at: startedAt } of live.values()) {
        if (login === '' || byLogin.has(login)) continue;
        const earlier = await this.store.find(id);
        const missedFrom = earlier?.countedUntil ?? Date.parse(startedAt);
        const count = new ChatCount(earlier, new ChatIntervals(Date.parse(startedAt), earlier?.intervals));
        byLogin.set(login, { id, count, gaps: [], missedFrom, readFrom: missedFrom });
        // The next stream of a channel whose chat is read already.
        if (this.read.has(login)) this.joined(login);
      }
    } finally {
      this.reader.read(new Set(byLogin.keys()));
    }
  }

  private reportOf({ id, count, gaps, missedFrom, readFrom, overAt: until = this.now }: CountedStream): ChatReport {
    if (missedFrom === undefined) count.intervals.cover(readFrom, until);
    const { key, messages, deleted, shared, uniqueChatters } = count;
    const open = missedFrom === undefined ? [] : [{ from: missedFrom, until: Math.max(until, missedFrom) }];
    return {
      ...{ streamId: id, key, messages, deleted, shared, uniqueChatters, chatters: count.takeChanged() },
      intervals: count.intervals.columns,
      ...{ gaps: [...gaps, ...open], countedUntil: missedFrom ?? until },
    };
  }

  private report(error: unknown): void {
    this.context.state.fail('database');
    this.context.logger.warn({ reason: errorMessage(error) }, 'Failed to store chat counts: they will be stored later');
  }
}
