import type { WebSocket } from 'ws';
import { WaitingClock } from '../../../clock/waiting-clock.js';
import { ChatLine, OddLineError, readChatLine } from './chat-line.js';

/** How long the server may take to let us in, and how long it may be silent. */
const welcomeLimitMs = 20_000;
const silenceLimitMs = 90_000;

/** The server is asked for a sign of life at each check after this time. */
const pingAfterMs = 60_000;
const checkEveryMs = 10_000;

const maxUnreadBytes = 64 * 1024;

/** One WebSocket to the chat server, from its opening to its end. */
export class ChatSocket {
  /** Whether the server has let us in. */
  isWelcome = false;
  /** Resolves when the socket is closed, to the error that closed the socket if there was one. */
  readonly ended: Promise<Error | undefined>;
  private failure: Error | undefined;
  private heardAtMs: number;

  constructor(
    private readonly socket: WebSocket,
    private readonly clock: WaitingClock,
    private readonly onLine: (line: ChatLine) => void,
  ) {
    this.heardAtMs = clock.monotonicMs();
    socket.on('error', (error) => this.end(error));
    socket.on('open', () => this.send('CAP REQ :twitch.tv/tags twitch.tv/commands', `NICK ${anonymousNick()}`));
    socket.on('ping', (data: Buffer) => this.isWritable() && socket.pong(data));
    socket.on('message', (data: Buffer) => this.take(data.toString()));
    this.ended = this.watchUntilClosed();
  }

  send(...lines: string[]): void {
    for (const line of lines) if (this.isWritable()) this.socket.send(`${line}\r\n`);
  }

  end(error?: Error): void {
    this.failure ??= error;
    this.socket.terminate();
  }

  /** A message has whole lines. An error that leaves the handler of a socket would end the process. */
  private take(message: string): void {
    if (this.failure) return;
    try {
      const lines = message.split(/\r?\n/).filter((line) => line !== '');
      for (const line of lines) this.handle(readChatLine(line));
    } catch (error) {
      this.end(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private handle(line: ChatLine): void {
    const { command, params } = line;
    this.heardAtMs = this.clock.monotonicMs();
    if (command === 'PING') this.send(`PONG :${params[0] ?? ''}`);
    else if (command === '001') this.isWelcome = true;
    else if (command === 'RECONNECT') this.end();
    else if (command === 'CAP' && params[1] === 'NAK') throw new OddLineError('CAP that refuses tags');
    else this.onLine(line);
  }

  private async watchUntilClosed(): Promise<Error | undefined> {
    const closed = new AbortController();
    this.socket.once('close', () => closed.abort());
    const openedAtMs = this.heardAtMs;
    while (!closed.signal.aborted) {
      await this.clock.sleep(checkEveryMs, closed.signal);
      const now = this.clock.monotonicMs();
      const silentMs = now - this.heardAtMs;
      if (closed.signal.aborted) break;
      if (!this.isWelcome && now - openedAtMs > welcomeLimitMs) this.end(new Error('the server did not let us in'));
      else if (silentMs > silenceLimitMs) this.end(new Error('the server is silent'));
      else if (silentMs > pingAfterMs) this.send('PING :tmi.twitch.tv');
    }
    return this.isWelcome ? this.failure : (this.failure ?? new Error('the server did not let us in'));
  }

  /** What is sent to a server that does not read waits in memory. */
  private isWritable(): boolean {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= maxUnreadBytes) return true;
    this.end(new Error('the server does not read'));
    return false;
  }
}

/** Twitch lets everybody read who has such a name, without a password. */
function anonymousNick(): string {
  return `justinfan${10_000 + Math.floor(Math.random() * 90_000)}`;
}
