import { ChatColumns, chatIntervalSeconds, maxChatIntervals } from '../../figures/chat-intervals.js';

type IntervalCounts = Record<keyof ChatColumns, number>;

const intervalMs = 1_000 * chatIntervalSeconds;

/** Counts a chat in intervals of five minutes. The chatters of the current interval are in memory only. */
export class ChatIntervals {
  private readonly counted: (IntervalCounts | null)[];
  private index = 0;
  private chatters = new Set<bigint>();

  constructor(
    private readonly startMs: number,
    earlier?: ChatColumns,
  ) {
    this.counted = (earlier?.messages ?? []).map((messages, i) =>
      messages === null ? null : mapCounts((name) => earlier?.[name][i] ?? 0),
    );
  }

  /** Counts at a moment from now on. */
  moveTo(ms: number): void {
    const index = this.indexAt(ms);
    if (index === this.index) return;
    this.index = index;
    this.chatters = new Set();
  }

  /** Notes that the chat was read between two moments, also in intervals without messages. */
  cover(fromMs: number, untilMs: number): void {
    for (let index = this.indexAt(fromMs); index <= this.indexAt(untilMs); index++) this.intervalAt(index);
  }

  addMessage(chatter: bigint): void {
    const interval = this.intervalAt(this.index);
    if (!interval) return;
    interval.messages += 1;
    this.chatters.add(chatter);
    // An earlier process may have counted more in this interval, whose chatters are not known anymore.
    interval.chatters = Math.max(interval.chatters, this.chatters.size);
  }

  add(what: 'deleted' | 'shared', count = 1): void {
    const interval = this.intervalAt(this.index);
    if (interval) interval[what] += count;
  }

  get columns(): ChatColumns {
    return mapCounts((name) => this.counted.map((interval) => interval?.[name] ?? null));
  }

  private indexAt(ms: number): number {
    return Math.min(Math.max(0, Math.floor((ms - this.startMs) / intervalMs)), maxChatIntervals);
  }

  /** Undefined after the last interval that is stored. */
  private intervalAt(index: number): IntervalCounts | undefined {
    if (index >= maxChatIntervals) return undefined;
    while (this.counted.length <= index) this.counted.push(null);
    return (this.counted[index] ??= mapCounts(() => 0));
  }
}

function mapCounts<Value>(valueFor: (name: keyof ChatColumns) => Value): Record<keyof ChatColumns, Value> {
  return {
    ...{ messages: valueFor('messages'), chatters: valueFor('chatters') },
    ...{ deleted: valueFor('deleted'), shared: valueFor('shared') },
  };
}
