import type { ChatClient } from '@twurple/chat';
import type { Logger } from 'pino';
import { WaitingClock } from '../../../clock/waiting-clock.js';

/** What happens in the chats that are read. Channels and chatters are named by their logins. */
export interface ChatEvents {
  joined(channel: string): void;
  /** The connection of these channels broke. They are joined again. */
  lost(channels: readonly string[]): void;
  message(channel: string, chatter: string): void;
  messageDeleted(channel: string, chatter: string): void;
  /** Without a chatter: the whole chat. */
  chatDeleted(channel: string, chatter?: string): void;
}

export interface ChatReaderOptions {
  readonly chatUrl: string;
  readonly clock: WaitingClock;
  readonly logger: Logger;
}

/** Twitch lets somebody join 20 channels in ten seconds. All connections of this process share that. */
const joinEveryMs = 550;

/** A connection that breaks takes so many channels with it. */
const mostChannels = 50;

interface Connection {
  readonly client: ChatClient;
  readonly channels: Set<string>;
}

/** Reads chats anonymously, over as many connections as they need. */
export class ChatReader {
  private readonly connections: Connection[] = [];
  private toJoin: { connection: Connection; channel: string }[] = [];

  private constructor(
    private readonly createClient: () => ChatClient,
    private readonly events: ChatEvents,
    private readonly options: ChatReaderOptions,
  ) {}

  /** Loads the library, which few collectors need. */
  static async create(events: ChatEvents, options: ChatReaderOptions): Promise<ChatReader> {
    const { ChatClient, LogLevel } = await import('@twurple/chat');
    const { protocol, host, port } = new URL(options.chatUrl);
    // The library appends the usual port, which then is no part of the address.
    const hostName = port === '' ? host : `${host}/?port=`;
    const logger = { minLevel: LogLevel.CRITICAL };
    const createClient = () => new ChatClient({ hostName, ssl: protocol === 'wss:', logger, readOnly: true });
    return new ChatReader(createClient, events, options);
  }

  /** Reads these channels, and no others. */
  read(channels: ReadonlySet<string>): void {
    for (const { client, channels: joined } of this.connections) {
      for (const channel of [...joined].filter((one) => !channels.has(one))) {
        joined.delete(channel);
        if (client.isConnected) client.part(channel);
      }
    }
    const read = new Set(this.connections.flatMap((connection) => [...connection.channels]));
    for (const channel of channels) if (!read.has(channel)) this.add(channel);
  }

  /** Joins what waits for it, until the signal is aborted. Then all connections end. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.toJoin.shift();
      if (next?.connection.channels.has(next.channel)) void this.join(next.connection, next.channel);
      await this.options.clock.sleep(joinEveryMs, signal);
    }
    this.close();
  }

  close(): void {
    for (const { client } of this.connections.splice(0)) client.quit();
    this.toJoin = [];
  }

  private add(channel: string): void {
    let connection = this.connections.find(({ channels }) => channels.size < mostChannels);
    if (!connection) {
      connection = this.connect();
      this.connections.push(connection);
    }
    connection.channels.add(channel);
    if (connection.client.isConnected) this.toJoin.push({ connection, channel });
  }

  private connect(): Connection {
    const connection: Connection = { client: this.createClient(), channels: new Set() };
    const { client, channels } = connection;
    const { events } = this;
    client.onAuthenticationSuccess(() => {
      this.toJoin = this.toJoin.filter((waiting) => waiting.connection !== connection);
      this.toJoin.push(...[...channels].map((channel) => ({ connection, channel })));
    });
    client.onDisconnect(() => events.lost([...channels]));
    client.onMessage((channel, chatter) => events.message(channel, chatter));
    client.onAction((channel, chatter) => events.message(channel, chatter));
    client.onMessageRemove((channel, _id, message) => events.messageDeleted(channel, message.userName));
    client.onBan((channel, chatter) => events.chatDeleted(channel, chatter));
    client.onTimeout((channel, chatter) => events.chatDeleted(channel, chatter));
    client.onChatClear((channel) => events.chatDeleted(channel));
    client.connect();
    return connection;
  }

  /** A channel that cannot be joined is tried again after the others. */
  private async join(connection: Connection, channel: string): Promise<void> {
    try {
      await connection.client.join(channel);
      this.events.joined(channel);
    } catch (error) {
      this.options.logger.debug({ channel, reason: String(error) }, 'Joining a chat failed');
      if (connection.client.isConnected) this.toJoin.push({ connection, channel });
    }
  }
}
