import type { WebSocket } from 'ws';
import { WaitingClock } from '../../../clock/waiting-clock.js';
import { announce, channelOf, ChatEvents } from './chat-events.js';
import { ChatLine, OddLineError, readChatLine } from './chat-line.js';
import { LineSplitter } from './line-splitter.js';

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

/** How long the server may take to let us in, and how long it may be silent. */
const welcomeLimitMs = 20_000;
const silenceLimitMs = 90_000;
/** The server is asked for a sign of life at each check after this time. */
const pingAfterMs = 60_000;
const checkEveryMs = 10_000;

const maxUnreadBytes = 64 * 1024;

const notAsked = -Infinity;
const isJoined = Infinity;

/** Reads the chats of some channels over one WebSocket, which is opened again whenever it ends. */
export class ChatConnection {
  /** When each channel was asked to be joined, by the clock that never goes back. */
  private readonly channels = new Map<string, number>();
  private readonly stopping = new AbortController();
  private socket: WebSocket | undefined;
  private isWelcome = false;
  private heardAtMs = 0;

  constructor(private readonly parts: ChatConnectionParts) {}

  get names(): readonly string[] {
    return [...this.channels.keys()];
  }

  add(channel: string): void {
    this.channels.set(channel, notAsked);
  }

  remove(channel: string): void {
    this.channels.delete(channel);
    this.send(`PART #${channel}`);
  }

  /** The channel that waits for the longest time to be joined, if the server would take the request now. */
  get next(): { channel: string; askedAtMs: number } | undefined {
    const waiting = [...this.channels].filter(([, at]) => at !== isJoined).sort(([, one], [, other]) => one - other);
    const [channel, askedAtMs = 0] = waiting[0] ?? [];
    return this.isWelcome && channel !== undefined ? { channel, askedAtMs } : undefined;
  }

  join(channel: string): void {
    this.channels.set(channel, this.parts.clock.monotonicMs());
    this.send(`JOIN #${channel}`);
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Reads until {@link stop} is called. */
  async run(): Promise<void> {
    const { clock, events, onError } = this.parts;
    const { signal } = this.stopping;
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const openedAtMs = clock.monotonicMs();
      const error = await this.readUntilEnd();
      if (signal.aborted) return;
      if (error) onError(error);
      for (const channel of this.channels.keys()) this.channels.set(channel, notAsked);
      events.lost(this.names);
      if (clock.monotonicMs() - openedAtMs >= goodAfterMs) pauseMs = firstPauseMs;
      await clock.sleep(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  }

  /** Returns why the connection ended, if that is an error. */
  private async readUntilEnd(): Promise<Error | undefined> {
    const ended = new AbortController();
    let failure: Error | undefined;
    try {
      const socket = (this.socket = this.parts.open());
      const splitter = new LineSplitter();
      const end = (error?: Error) => {
        failure ??= error;
        socket.terminate();
      };
      const stop = () => end();
      socket.on('error', end);
      socket.on('ping', (data: Buffer) => this.isWritable() && socket.pong(data));
      socket.on('open', () => this.send('CAP REQ :twitch.tv/tags twitch.tv/commands', `NICK ${anonymousNick()}`));
      socket.on('message', (data: Buffer) => {
        if (failure) return;
        // An error that leaves the handler of a socket would end the process.
        try {
          for (const line of splitter.take(data.toString())) this.handle(readChatLine(line));
        } catch (error) {
          end(asError(error));
        }
      });
      this.stopping.signal.addEventListener('abort', stop, { once: true });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      const watching = this.watch(ended.signal, end);
      await closed;
      this.stopping.signal.removeEventListener('abort', stop);
      ended.abort();
      await watching;
      if (!this.isWelcome) failure ??= new Error('the server closed the connection before it let us in');
    } catch (error) {
      failure ??= asError(error);
    }
    this.isWelcome = false;
    this.socket = undefined;
    return failure;
  }

  /** Ends a connection whose server is silent for too long. */
  private async watch(ended: AbortSignal, end: (error: Error) => void): Promise<void> {
    const { clock } = this.parts;
    this.heardAtMs = clock.monotonicMs();
    const openedAtMs = this.heardAtMs;
    while (!ended.aborted) {
      await clock.sleep(checkEveryMs, ended);
      const now = clock.monotonicMs();
      if (!this.isWelcome && now - openedAtMs > welcomeLimitMs) end(new Error('the server did not let us in in time'));
      if (now - this.heardAtMs > silenceLimitMs) end(new Error('the server is silent'));
      else if (now - this.heardAtMs > pingAfterMs) this.send('PING :tmi.twitch.tv');
    }
  }

  private handle(line: ChatLine): void {
    const { command, params } = line;
    this.heardAtMs = this.parts.clock.monotonicMs();
    if (command === 'PING') this.send(`PONG :${params[0] ?? ''}`);
    else if (command === '001') this.isWelcome = true;
    else if (command === 'RECONNECT') this.socket?.terminate();
    else if (command === 'CAP' && params[1] === 'NAK') throw new OddLineError('CAP that refuses tags');
    else if (command === 'JOIN' || command === 'PART') this.noteMembership(command, channelOf(line));
    else {
      const problem = announce(line, this.parts.events);
      if (problem !== undefined) this.parts.onError(new OddLineError(problem));
    }
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

  private send(...lines: string[]): void {
    for (const line of lines) if (this.isWritable()) this.socket?.send(`${line}\r\n`);
  }

  /** What is sent to a server that does not read waits in memory. */
  private isWritable(): boolean {
    const { socket } = this;
    if (socket?.readyState !== socket?.OPEN) return false;
    if (socket && socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    return socket !== undefined && socket.bufferedAmount <= maxUnreadBytes;
  }
}

/** Twitch lets everybody read who has such a name, without a password. */
function anonymousNick(): string {
  return `justinfan${10_000 + Math.floor(Math.random() * 90_000)}`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
