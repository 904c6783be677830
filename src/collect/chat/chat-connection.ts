import type { WebSocket } from 'ws';
import { repeat } from '../../lifecycle/repeat.js';
import { CollectorContext } from '../collector-context.js';
import { createProxyAgent } from '../platforms/proxies.js';
import { readChannel, ChatEvents, countLine } from './chat-events.js';
import { ChatLine, readChatLine } from './chat-line.js';

export type ChatContext = Pick<CollectorContext, 'clock' | 'state' | 'logger'> & {
  readonly config: { readonly chatUrl: string };
};

/** The times between the starts of two connections: after a connection that was open for long, and after others. */
const openEveryMs = 1_000;
const afterFailuresMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000];

/** A connection that was open for this long did not fail at once. */
const goodAfterMs = 60_000;

/** The longest silence of the server, also before its welcome. */
const silenceLimitMs = 90_000;

/** After this time, each check sends a ping to the server. */
const pingAfterMs = 60_000;
const checkEveryMs = 10_000;

/** A server that sends more without a line end, or more consecutive lines that cannot be used, does not speak the protocol. */
const maxLineBytes = 64 * 1024;
const maxOddLines = 10;

/** A frame contains many lines. */
const socketOptions = { maxPayload: 16 * maxLineBytes, perMessageDeflate: false, handshakeTimeout: 10_000 };

const notRequested = -Infinity;
const isJoined = Infinity;

/** Reads the chats of some channels over a WebSocket, and opens it again after it ends. */
export class ChatConnection {
  /** The time of each channel's join request, by the monotonic clock. */
  private readonly channels = new Map<string, number>();
  private readonly stopping = new AbortController();
  private socket: WebSocket | undefined;
  private isWelcome = false;
  private failure: Error | undefined;
  private heardAtMs = 0;
  /** The beginning of a line whose end has not arrived yet. */
  private unfinished = '';
  /** The number of consecutive lines that could not be used. */
  private oddLines = 0;

  constructor(
    private readonly events: ChatEvents,
    private readonly context: ChatContext,
    /** The connection failed, or a line was skipped. */
    private readonly onError: (error: Error) => void,
  ) {}

  get names(): readonly string[] {
    return [...this.channels.keys()];
  }

  add(channel: string): void {
    this.channels.set(channel, notRequested);
  }

  remove(channel: string): void {
    this.channels.delete(channel);
    this.send(`PART #${channel}`);
  }

  /** The channels that wait to be joined, with their request times, if the server would accept the request now. */
  get waiting(): [channel: string, requestedAtMs: number][] {
    return this.isWelcome ? [...this.channels].filter(([, at]) => at !== isJoined) : [];
  }

  join(channel: string): void {
    this.channels.set(channel, this.context.clock.monotonicMs());
    this.send(`JOIN #${channel}`);
  }

  stop(): void {
    this.stopping.abort();
    this.end();
  }

  async run(): Promise<void> {
    const { config, clock } = this.context;
    const { signal } = this.stopping;
    // Few collectors need this library.
    const { WebSocket } = await import('ws');
    const readOnce = async () => {
      const openedAtMs = clock.monotonicMs();
      const agent = await createProxyAgent(config.chatUrl);
      await this.readUntilClosed(new WebSocket(config.chatUrl, { ...socketOptions, agent }));
      if (signal.aborted) return true;
      if (!this.isWelcome) this.failure ??= new Error('the server rejected the login');
      if (this.failure) this.onError(this.failure);
      this.isWelcome = false;
      for (const channel of this.channels.keys()) this.channels.set(channel, notRequested);
      this.events.lost(this.names);
      return clock.monotonicMs() - openedAtMs >= goodAfterMs;
    };
    await repeat(readOnce, { everyMs: openEveryMs, afterFailuresMs, signal, clock });
  }

  private async readUntilClosed(socket: WebSocket): Promise<void> {
    const { clock } = this.context;
    const closed = new AbortController();
    // Twitch accepts readers with such a name without a password.
    const nick = `justinfan${10_000 + Math.floor(Math.random() * 90_000)}`;
    Object.assign(this, { socket, failure: undefined, heardAtMs: clock.monotonicMs(), unfinished: '', oddLines: 0 });
    socket.on('error', (error) => this.end(error));
    socket.on('open', () => this.send('CAP REQ :twitch.tv/tags twitch.tv/commands', `NICK ${nick}`));
    socket.on('message', (data: Buffer) => this.take(data.toString()));
    socket.once('close', () => closed.abort());
    const check = () => {
      const silentMs = clock.monotonicMs() - this.heardAtMs;
      if (silentMs > silenceLimitMs) this.end(new Error('the server sends nothing'));
      else if (silentMs > pingAfterMs) this.send('PING :tmi.twitch.tv');
    };
    await repeat(check, { everyMs: checkEveryMs, signal: closed.signal, clock });
  }

  private end(error?: Error): void {
    this.failure ??= error;
    this.socket?.terminate();
  }

  private send(...lines: string[]): void {
    const { socket } = this;
    if (!socket || socket.readyState !== socket.OPEN) return;
    for (const line of lines) socket.send(`${line}\r\n`);
  }

  private take(message: string): void {
    const lines = `${this.unfinished}${message}`.split(/\r?\n/);
    this.unfinished = lines.pop() ?? '';
    for (const line of lines) if (line !== '' && !this.failure) this.takeLine(line);
    if (this.unfinished.length > maxLineBytes) this.end(new Error(`no line end within ${maxLineBytes} bytes`));
  }

  /** Skips an odd line. An error that leaves the handler of a socket would end the process. */
  private takeLine(line: string): void {
    try {
      this.handle(readChatLine(line));
      this.oddLines = 0;
    } catch (error) {
      this.oddLines += 1;
      this.onError(error instanceof Error ? error : new Error(String(error)));
      if (this.oddLines >= maxOddLines) this.end(new Error(`${maxOddLines} consecutive lines that are not chat`));
    }
  }

  private handle(line: ChatLine): void {
    const { command, params } = line;
    this.heardAtMs = this.context.clock.monotonicMs();
    if (command === 'PING') this.send(`PONG :${params[0] ?? ''}`);
    else if (command === '001') this.isWelcome = true;
    else if (command === 'RECONNECT') this.end();
    else if (command === 'CAP' && params[1] === 'NAK') this.end(new Error('CAP that refuses tags'));
    else if (command === 'JOIN' || command === 'PART') this.noteMembership(command, readChannel(line));
    else countLine(line, (channel) => this.events.countOf(channel));
  }

  /**
   * Twitch sends the JOIN and PART of other clients only to clients that request them, so these lines are about this
   * client. If the server removes us from a channel, we join again, as after a rejected join.
   */
  private noteMembership(command: 'JOIN' | 'PART', channel: string): void {
    if (!this.channels.has(channel)) return;
    this.channels.set(channel, command === 'JOIN' ? isJoined : this.context.clock.monotonicMs());
    if (command === 'JOIN') this.events.joined(channel);
    else this.events.lost([channel]);
  }
}
