import { createServer, request, Server } from 'node:http';
import { AddressInfo } from 'node:net';

/** A reverse proxy that forwards requests below `/prefix` without the prefix, and returns 404 for other requests. */
export class PrefixProxy {
  private readonly server: Server;

  private constructor(prefix: string, targetPort: () => number) {
    this.server = createServer((incoming, response) => {
      const { url = '', method = 'GET', headers } = incoming;
      if (!url.startsWith(`${prefix}/`)) return void response.writeHead(404).end();
      const path = url.slice(prefix.length);
      const outgoing = request({ host: '127.0.0.1', port: targetPort(), path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.writeHead(502).end());
      incoming.pipe(outgoing);
    });
  }

  static async start(prefix: string, targetPort: () => number): Promise<PrefixProxy> {
    const proxy = new PrefixProxy(prefix, targetPort);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Address of the proxy, without the prefix. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
