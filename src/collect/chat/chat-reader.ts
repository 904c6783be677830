import { repeat } from '../../lifecycle/repeat.js';
import { peerText } from '../platforms/client/peer-text.js';
import { SparseLog } from '../sparse-log.js';
import { ChatConnection, ChatContext } from './chat-connection.js';
import { ChatEvents } from './chat-events.js';

/** Twitch allows 20 joins in ten seconds. All connections of this process share the limit. */
const joinEveryMs = 550;

/** Time limit of a join, after which it is requested again. */
const joinLimitMs = 10_000;

/** Number of channels per connection, which a broken connection loses. */
const maxChannels = 50;

/** Reads chats anonymously, over as many connections as necessary. */
export class ChatReader {
  private readonly connections = new Map<ChatConnection, Promise<void>>();
  private readonly errorLog = new SparseLog();

  constructor(
    private readonly events: ChatEvents,
    private readonly context: ChatContext,
  ) {}

  /** Reads exactly these channels. */
  read(channels: ReadonlySet<string>): void {
    for (const connection of this.connections.keys()) {
      for (const channel of connection.names) if (!channels.has(channel)) connection.remove(channel);
      if (connection.names.length === 0) this.end(connection);
    }
    const read = new Set([...this.connections.keys()].flatMap(({ names }) => names));
    for (const channel of channels) if (!read.has(channel)) this.connectionWithRoom().add(channel);
  }

  /** Joins waiting channels until the signal is aborted. Then all connections end. */
  async run(signal: AbortSignal): Promise<void> {
    await repeat(() => this.joinNext(), { everyMs: joinEveryMs, signal, clock: this.context.clock });
    const running = [...this.connections.values()];
    for (const connection of this.connections.keys()) this.end(connection);
    await Promise.all(running);
  }

  private joinNext(): void {
    const waiting = [...this.connections.keys()].flatMap((connection) =>
      connection.waiting.map(([channel, requestedAtMs]) => ({ connection, channel, requestedAtMs })),
    );
    const [first] = waiting.sort((one, other) => one.requestedAtMs - other.requestedAtMs);
    const isDue = first && this.context.clock.monotonicMs() - first.requestedAtMs >= joinLimitMs;
    if (isDue) first.connection.join(first.channel);
  }

  private connectionWithRoom(): ChatConnection {
    const found = [...this.connections.keys()].find(({ names }) => names.length < maxChannels);
    if (found) return found;
    const connection = new ChatConnection(this.events, this.context, (error) => this.report(error));
    this.connections.set(connection, connection.run());
    return connection;
  }

  private end(connection: ChatConnection): void {
    connection.stop();
    this.connections.delete(connection);
  }

  private report({ message, code = '', name }: NodeJS.ErrnoException): void {
    const { clock, state, logger } = this.context;
    state.fail('chat');
    const errors = this.errorLog.due(clock.monotonicMs());
    // If all addresses of a host refuse, the error has no message of its own.
    if (errors) logger.warn({ errors, reason: peerText(message || code || name) }, 'Failed to read a chat');
  }
}
