import { createServer, IncomingMessage, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MisbehavingTwitch } from './misbehaving-twitch.js';

type Service = Pick<MisbehavingTwitch, 'fetch'>;

/** A simulated platform on a port of this machine. Other machines reach it only if `host` is not a loopback address. */
export class TwitchServer {
  private constructor(private readonly server: Server) {}

  static async start(service: Service, port = 0, host = '127.0.0.1'): Promise<TwitchServer> {
    const server = createServer((request, response) => {
      const leaving = new AbortController();
      response.once('close', () => leaving.abort());
      respond(service, request, leaving.signal).then(
        async (fetched) => {
          response.writeHead(fetched.status, Object.fromEntries(fetched.headers));
          if (!fetched.body) return void response.end();
          // The client may disconnect before an endless body ends.
          await pipeline(Readable.fromWeb(fetched.body as NodeReadableStream), response).catch(() => {});
        },
        () => request.socket.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    return new TwitchServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The environment variables for a collector. */
  environment(twitch: MisbehavingTwitch): Record<string, string> {
    const { origin } = this;
    const { clientId, clientSecret } = twitch;
    const urls = { TWITCH_API_URL: `${origin}/helix`, TWITCH_AUTH_URL: `${origin}/oauth2` };
    return { ...urls, TWITCH_CLIENT_ID: clientId, TWITCH_CLIENT_SECRET: clientSecret };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function respond(service: Service, request: IncomingMessage, signal: AbortSignal): Promise<Response> {
  let body = '';
  for await (const chunk of request) body += (chunk as Buffer).toString();
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const url = new URL(request.url ?? '', 'http://localhost');
  return service.fetch(url.href, { method: request.method, headers, body, signal });
}
