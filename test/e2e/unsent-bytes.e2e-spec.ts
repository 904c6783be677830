import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnsentBytes } from '../../src/http/request/unsent-bytes.js';
import { Factories } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';

const megabyte = 1024 * 1024;
const large = '/v1/streamer/writer/recent-streams?limit=100';
// The compressed response is small.
const uncompressed = { 'Accept-Encoding': 'identity' };

describe('clients that do not read large responses', () => {
  let api: TestApp;
  let data: Factories;
  const slow: Socket[] = [];

  beforeAll(async () => {
    api = await TestApp.start({ env: { CACHE_TTL_SECONDS: '60', CACHE_MAX_MEGABYTES: '100' } });
    data = await Factories.connect(api.databaseUrl);
    const { id: streamer_id } = await data.streamer({ login: 'writer' });
    await data.streams(Array.from({ length: 100 }, () => ({ streamer_id, title: 'x'.repeat(100_000) })));
  });

  afterAll(async () => {
    for (const socket of slow) socket.destroy();
    await data.end();
    await api.stop();
  });

  async function askWithoutReading(): Promise<void> {
    const socket = connect(api.port, '127.0.0.1')
      .pause()
      .on('error', () => {});
    slow.push(socket);
    await once(socket, 'connect');
    socket.write(`GET ${large} HTTP/1.1\r\nHost: a\r\n\r\n`);
  }

  it('leave room for small responses, and for large ones after they disconnect', async () => {
    const { length } = (await api.get(large, uncompressed)).text;
    expect(length).toBeGreaterThan(9 * megabyte);
    // Room for two of these responses, and not for another byte.
    const unsent = api.app.get(UnsentBytes);
    unsent.maxBytes = 2 * length;
    for (let i = 0; i < 2; i++) await askWithoutReading();
    while (unsent.pendingBytes < 2 * length) await sleep(20);
    // The edge cache does not know the second path.
    for (const path of [large, `${large}&x=1`]) {
      const refused = await api.send('GET', path, uncompressed);
      expect(refused).toMatchObject({
        status: 503,
        body: { error: 'The service is overloaded. Try again in a second.' },
      });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('x-ratelimit-remaining')).not.toBeNull();
      expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    expect(await api.get('/v1/leaderboard')).toMatchObject({ status: 200 });
    expect(await api.send('HEAD', large, uncompressed)).toMatchObject({ status: 200 });
    for (const socket of slow) socket.destroy();
    while (unsent.pendingBytes > 0) await sleep(20);
    for (let i = 0; i < 5; i++) expect(await api.get(large, uncompressed)).toMatchObject({ status: 200 });
  });
});

describe('a service with the maximum number of connections', () => {
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

  it('closes the next connection, logs it, serves the others, and accepts a new connection after another one ends', async () => {
    const [idle, served] = [await open(), await open(), await open()];
    expect(await ask(await open())).toBe('closed');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 'warn',
        maxConnections: 3,
        msg: 'Closed a new connection: MAX_CONNECTIONS is reached',
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
