import { once } from 'node:events';
import { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

const kilobyte = 1024;

/** Lines that the reader must skip. */
export const oddLines = {
  noSender: 'PRIVMSG #one :no prefix\r\n',
  noChannel: ':anna!anna@anna.tmi.twitch.tv PRIVMSG * :no channel\r\n',
  noLogin: ':Not-A-Login!x@x.tmi.twitch.tv PRIVMSG #one :hello\r\n',
  joinOfNobody: 'JOIN #one\r\n',
  whisperOfNobody: 'WHISPER justinfan1 :x\r\n',
  noLine: '<html>502 Bad Gateway</html>\r\n',
  noText: Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
  longLine: `${'x'.repeat(60 * kilobyte)}\r\n`,
} as const;

/** Faults of a chat server on one connection. The reader must close this connection, and keep the others. */
export const chatFaults = {
  tenOddLines: (socket: WebSocket) => socket.send(oddLines.noSender.repeat(10)),
  endlessLine: (socket: WebSocket) => {
    for (let piece = 0; piece < 80; piece++) socket.send('x'.repeat(kilobyte));
  },
  hugeFrame: (socket: WebSocket) => socket.send(':tmi.twitch.tv NOTICE * :x\r\n'.repeat(300 * kilobyte)),
  refusedTags: (socket: WebSocket) => socket.send(':tmi.twitch.tv CAP * NAK :twitch.tv/tags\r\n'),
  reconnect: (socket: WebSocket) => socket.send(':tmi.twitch.tv RECONNECT\r\n'),
  reset: (socket: WebSocket) => socket.terminate(),
} as const;

/** A chat server like Twitch's, for anonymous readers. */
export class ChatServer {
  /** Times of all joins, by the clock of the process. */
  readonly joinedAt: number[] = [];
  connections = 0;
  newestId = '';
  private readonly rooms = new Map<string, Set<WebSocket>>();
  private number = 0;

  private constructor(private readonly server: WebSocketServer) {
    server.on('connection', (socket) => this.accept(socket));
  }

  static async start(): Promise<ChatServer> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    return new ChatServer(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends a message to the readers of a channel. Returns whether there are any. */
  say(channel: string, chatter: string, text = 'hello'): boolean {
    this.newestId = `m${++this.number}`;
    return this.send(
      channel,
      `@id=${this.newestId};user-id=1;display-name=${chatter};tmi-sent-ts=1 :${chatter}!${chatter}@${chatter}.tmi.twitch.tv PRIVMSG #${channel} :${text}`,
    );
  }

  /** Sends a message of another channel in the same shared chat session. */
  mirror(channel: string, chatter: string): boolean {
    const tags = `id=m${++this.number};room-id=1;source-room-id=2;source-id=s${this.number}`;
    return this.send(channel, `@${tags} :${chatter}!${chatter}@${chatter}.tmi.twitch.tv PRIVMSG #${channel} :hello`);
  }

  deleteMessage(channel: string, chatter: string, id = this.newestId): boolean {
    return this.send(
      channel,
      `@login=${chatter};target-msg-id=${id};tmi-sent-ts=1 :tmi.twitch.tv CLEARMSG #${channel} :hello`,
    );
  }

  ban(channel: string, chatter: string): boolean {
    return this.send(channel, `@target-user-id=1;tmi-sent-ts=1 :tmi.twitch.tv CLEARCHAT #${channel} :${chatter}`);
  }

  clear(channel: string): boolean {
    return this.send(channel, `@room-id=1;tmi-sent-ts=1 :tmi.twitch.tv CLEARCHAT #${channel}`);
  }

  get openConnections(): number {
    return this.server.clients.size;
  }

  hasReader(channel: string): boolean {
    return (this.rooms.get(channel)?.size ?? 0) > 0;
  }

  /** Causes a fault on each connection that reads a channel. */
  fail(channel: string, fault: keyof typeof chatFaults): void {
    for (const socket of this.rooms.get(channel) ?? []) chatFaults[fault](socket);
  }

  /** Resets all connections. */
  disconnectAll(): void {
    this.rooms.clear();
    for (const socket of this.server.clients) socket.terminate();
  }

  /** Sends pieces of lines to the readers of a channel, each in a frame of its own. */
  sendPieces(channel: string, ...pieces: (string | Buffer)[]): void {
    for (const socket of this.rooms.get(channel) ?? []) for (const piece of pieces) socket.send(piece);
  }

  /** Waits until each reader has received all responses to its lines. */
  async settle(): Promise<void> {
    for (let trip = 0; trip < 2; trip++) {
      for (const socket of this.server.clients) {
        const pong = once(socket, 'pong');
        socket.ping();
        await pong;
      }
    }
  }

  async stop(): Promise<void> {
    this.disconnectAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Sends a line to the readers of a channel. Returns whether there are any. */
  send(channel: string, line: string): boolean {
    for (const socket of this.rooms.get(channel) ?? []) socket.send(`${line}\r\n`);
    return this.hasReader(channel);
  }

  private accept(socket: WebSocket): void {
    this.connections += 1;
    // The reader closes the connection while the server sends a long frame.
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      for (const line of data.toString().split('\r\n')) this.respond(socket, line);
    });
    socket.on('close', () => this.rooms.forEach((room) => room.delete(socket)));
  }

  private respond(socket: WebSocket, line: string): void {
    const [command = '', ...rest] = line.split(' ');
    const reply = (text: string) => socket.send(`:tmi.twitch.tv ${text}\r\n`);
    if (command === 'CAP' && rest[0] === 'REQ') reply(`CAP * ACK ${rest.slice(1).join(' ')}`);
    if (command === 'PING') reply(`PONG tmi.twitch.tv ${rest.join(' ')}`);
    if (command === 'NICK') reply(`001 ${rest[0]} :Welcome, GLHF!\r\n:tmi.twitch.tv 376 ${rest[0]} :>`);
    if (command === 'JOIN') this.join(socket, (rest[0] ?? '').replace('#', ''));
    if (command === 'PART') this.rooms.get((rest[0] ?? '').replace('#', ''))?.delete(socket);
  }

  private join(socket: WebSocket, channel: string): void {
    this.joinedAt.push(performance.now());
    const room = this.rooms.get(channel) ?? new Set();
    this.rooms.set(channel, room.add(socket));
    socket.send(`:justinfan1!justinfan1@justinfan1.tmi.twitch.tv JOIN #${channel}\r\n`);
    socket.send(
      `@emote-only=0;followers-only=-1;r9k=0;room-id=1;slow=0;subs-only=0 :tmi.twitch.tv ROOMSTATE #${channel}\r\n`,
    );
  }
}
