import { AddressInfo, connect, createServer, Server, Socket } from 'node:net';

/** Behavior of the network between the service and its database. */
export type NetworkMode = 'fine' | 'slow' | 'silent' | 'resetting' | 'cutting';

const slowMs = 400;

/** A TCP proxy that can simulate a bad network. */
export class TcpProxy {
  mode: NetworkMode = 'fine';
  /** Delay of bytes in each direction. */
  delayMs = 0;
  /** Bytes that replace the next bytes of the database. */
  garbage: Buffer | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly targetPort: () => number) {
    this.server = createServer((client) => this.accept(client));
  }

  static async start(targetPort: () => number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** URL of a database through this proxy. */
  urlOf(databaseUrl: string): string {
    return Object.assign(new URL(databaseUrl), { port: String(this.port) }).href;
  }

  /** Closes every open connection. */
  dropAll(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.mode === 'resetting') return void client.resetAndDestroy();
    const database = connect(this.targetPort(), '127.0.0.1');
    this.join(client, database);
    this.join(database, client, (bytes) => {
      const { garbage = bytes } = this;
      this.garbage = undefined;
      return garbage;
    });
  }

  private join(from: Socket, to: Socket, change = (bytes: Buffer) => bytes): void {
    this.sockets.add(from);
    // Otherwise small packets wait up to 40 ms for the acknowledgment of earlier packets.
    from.setNoDelay();
    from.on('data', (bytes) => this.pass(change(bytes), from, to));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }

  private pass(bytes: Buffer, from: Socket, to: Socket): void {
    if (this.mode === 'silent') return;
    const delayMs = this.mode === 'slow' ? slowMs : this.delayMs;
    if (delayMs > 0) setTimeout(() => to.write(bytes), delayMs);
    else if (this.mode === 'fine') to.write(bytes);
    else {
      if (this.mode === 'cutting') to.write(bytes.subarray(0, bytes.length / 2));
      from.resetAndDestroy();
      to.destroySoon();
    }
  }
}
