import { createServer, Server } from 'node:http';
import { AddressInfo, connect } from 'node:net';

/** A proxy that accepts CONNECT only, and knows the ports of names. */
export class ConnectProxy {
  /** The names of all tunnels. */
  readonly requested: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(portOf: (name: string) => number): Promise<ConnectProxy> {
    const server = createServer((_request, response) => response.writeHead(405).end());
    const proxy = new ConnectProxy(server);
    server.on('connect', ({ url = '' }, client) => {
      const [name = ''] = url.split(':');
      proxy.requested.push(name);
      const target = connect(portOf(name), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(target).pipe(client);
      });
      for (const [one, other] of [[client, target], [target, client]] as const) one.on('error', () => other.destroy()); // prettier-ignore
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
  }
}
