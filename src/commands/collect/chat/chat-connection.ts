import type { WebSocket } from 'ws';
import { WaitingClock } from '../../../clock/waiting-clock.js';
import { channelOf, ChatEvents, countLine } from './chat-events.js';
import { ChatLine, OddLineError } from './chat-line.js';
import { ChatSocket } from './chat-socket.js';

export interface ChatConnectionParts {
  readonly open: () => WebSocket;
  readonly events: ChatEvents;
  readonly clock: WaitingClock;
  /** Something failed: the connection, or a line that is left out. */
  readonly onError: (error: Error) => void;
}

/** Pauses between two connections: the first one, and the longest, since each is twice as long as the one before. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** A connection that was this long open did not fail at once: the next pause is the first one again. */
const goodAfterMs = 60_000;

const notAsked = -Infinity;
const isJoined = Infinity;

/** Reads the chats of some channels over a WebSocket, which is opened again whenever it ends. */
export class ChatConnection {
  /** When each channel was asked to be joined, by the clock that never goes back. */
  private readonly channels = new Map<string, number>();
  private readonly stopping = new AbortController();
  private socket: ChatSocket | undefined;

  constructor(private readonly parts: ChatConnectionParts) {}

  get names(): readonly string[] {
    return [...this.channels.keys()];
  }

  add(channel: string): void {
    this.channels.set(channel, notAsked);
  }

  remove(channel: string): void {
    this.channels.delete(channel);
    this.socket?.send(`PART #${channel}`);
  }

  /** The channel that waits for the longest time to be joined, if the server would take the request now. */
  get next(): { channel: string; askedAtMs: number } | undefined {
    const waiting = [...this.channels].filter(([, at]) => at !== isJoined).sort(([, one], [, other]) => one - other);
    const [channel, askedAtMs = 0] = waiting[0] ?? [];
    return this.socket?.isWelcome && channel !== undefined ? { channel, askedAtMs } : undefined;
  }

  join(channel: string): void {
    this.channels.set(channel, this.parts.clock.monotonicMs());
    this.socket?.send(`JOIN #${channel}`);
  }

  stop(): void {
    this.stopping.abort();
    this.socket?.end();
  }

  /** Reads until {@link stop} is called. */
  async run(): Promise<void> {
    const { open, clock, events, onError } = this.parts;
    const { signal } = this.stopping;
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const openedAtMs = clock.monotonicMs();
      this.socket = new ChatSocket(open(), clock, (line) => this.take(line));
      const error = await this.socket.ended;
      if (signal.aborted) return;
      if (error) onError(error);
      for (const channel of this.channels.keys()) this.channels.set(channel, notAsked);
      events.lost(this.names);
      if (clock.monotonicMs() - openedAtMs >= goodAfterMs) pauseMs = firstPauseMs;
      // Nothing may be sent until the next socket is open.
      this.socket = undefined;
      await clock.sleep(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }

  private take(line: ChatLine): void {
    if (line.command === 'JOIN' || line.command === 'PART') {
      this.noteMembership(line.command, channelOf(line));
      return;
    }
    const problem = countLine(line, (channel) => this.parts.events.countOf(channel));
    if (problem !== undefined) this.parts.onError(new OddLineError(problem));
  }

  /**
   * Twitch sends the JOIN and PART of other clients only to clients that request them, so these lines are about this client. A channel that the server makes us
   * leave is joined again like one that it did not let us join.
   */
  private noteMembership(command: 'JOIN' | 'PART', channel: string): void {
    if (!this.channels.has(channel)) return;
    const { events, clock } = this.parts;
    this.channels.set(channel, command === 'JOIN' ? isJoined : clock.monotonicMs());
    if (command === 'JOIN') events.joined(channel);
    else events.lost([channel]);
  }
}
