import { connect, Socket } from 'node:net';
import { once } from 'node:events';
import { TestApp } from '../support/test-app.js';

describe('a service that has as many connections as it may', () => {
  let api: TestApp;
  const lines: string[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    api = await TestApp.start({ env: { MAX_CONNECTIONS: '3', LOG_LEVEL: 'warn' }, onLog: (line) => lines.push(line) });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api.stop();
  });

  async function open(): Promise<Socket> {
    const socket = connect(api.port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  async function ask(socket: Socket): Promise<string> {
    socket.write('GET /v1/health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    return new Promise((resolve) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString().slice(0, 15)));
      socket.once('close', () => resolve('closed'));
    });
  }

  it('closes the next one, says so in the log, serves the others, and lets a new one in when one has ended', async () => {
    const [idle, served] = [await open(), await open(), await open()];
    expect(await ask(await open())).toBe('closed');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 'warn',
        maxConnections: 3,
        msg: 'Closed a new connection: there are as many as MAX_CONNECTIONS lets in',
      }),
    ]);
    expect(await ask(served)).toBe('HTTP/1.1 200 OK');
    idle.destroy();
    await once(idle, 'close');
    let answer = '';
    for (let i = 0; i < 50 && answer !== 'HTTP/1.1 200 OK'; i++) answer = await ask(await open());
    expect(answer).toBe('HTTP/1.1 200 OK');
  });
});
