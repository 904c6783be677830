import { Agent, createServer, get, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFrom, Reply } from './service.js';

const checkMs = 200;

interface Backend {
  port: number;
  isReady: boolean;
  agent: Agent;
}

/**
 * A load balancer for several instances. It sends each request to an instance that passed its last readiness check, over a
 * keep-alive connection, and never retries a request.
 */
export class BalancingProxy {
  private readonly server: Server;
  private readonly clients = new Agent({ keepAlive: true, maxSockets: Infinity });
  private readonly checks: NodeJS.Timeout;
  private backends: Backend[];
  private turn = 0;

  private constructor(ports: number[]) {
    this.backends = ports.map(backendOf);
    this.server = createServer((request, response) => this.pass(request, response));
    this.checks = setInterval(() => void this.check(), checkMs);
  }

  static async start(ports: number[]): Promise<BalancingProxy> {
    const proxy = new BalancingProxy(ports);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    await proxy.untilAllReady();
    return proxy;
  }

  /** GETs a path through the balancer. */
  get(path: string): Promise<Reply> {
    return getFrom((this.server.address() as AddressInfo).port, path, this.clients);
  }

  /** Replaces an instance by another one. */
  replace(port: number, by: number): void {
    this.backends = [...this.backends.filter((backend) => backend.port !== port), backendOf(by)];
  }

  async untilAllReady(): Promise<void> {
    while (!this.backends.every(({ isReady }) => isReady)) await sleep(20);
  }

  async stop(): Promise<void> {
    clearInterval(this.checks);
    this.clients.destroy();
    for (const { agent } of this.backends) agent.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async check(): Promise<void> {
    for (const backend of this.backends) {
      backend.isReady = (await getFrom(backend.port, '/v1/health/ready', backend.agent)).status === 200;
    }
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const ready = this.backends.filter(({ isReady }) => isReady);
    const backend = ready[this.turn++ % ready.length];
    if (!backend) return void response.writeHead(502).end('{"error":"No instance is ready"}');
    const { port, agent } = backend;
    get({ host: '127.0.0.1', port, path: request.url, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, { 'Content-Type': 'application/json' });
      answer.pipe(response);
    }).on('error', ({ message }) => response.writeHead(502).end(JSON.stringify({ error: message })));
  }
}

function backendOf(port: number): Backend {
  return { port, isReady: false, agent: new Agent({ keepAlive: true }) };
}
