import { once } from 'node:events';
import { createServer, IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedMessage {
  headers: Record<string, string>;
  path: string;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  at: number;
}

interface Reaction {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

/** A receiver of webhooks, which records messages and returns what a test wants. */
export class WebhookReceiver {
  readonly messages: ReceivedMessage[] = [];
  respond: (message: ReceivedMessage) => Reaction | Promise<Reaction> = () => ({ status: 204 });

  private constructor(private readonly server: Server) {}

  static async start(port = 0): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => void receiver.receive(request, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { url: path = '' } = request;
    const message = { path, headers: flat(request.headers), text, at: Date.now(), body: JSON.parse(text) as never };
    this.messages.push(message);
    const { status, headers, text: reply } = await this.respond(message);
    response.writeHead(status, headers).end(reply);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Throws if the package of Standard Webhooks rejects a message. */
export function verifyMessage({ text, headers }: ReceivedMessage, secret: string): void {
  new Webhook(secret).verify(text, headers);
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
