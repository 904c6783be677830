import { readFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { sendRaw } from '../support/http/raw-http.js';
import { seededPath } from '../support/http/seeded-paths.js';
import { listed, Service, startLoad } from '../support/http/service.js';
import { TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

const get = 'GET /v1/leaderboard?limit=1 HTTP/1.1\r\nHost: a\r\n';
/** Together more than the buffers on the way hold. */
const manyRequests = 500;
/** If this request were smuggled behind another one, it would get its own response. */
const hidden = 'GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n';

describe('hostile clients', () => {
  let database: TestDatabase;
  let service: Service;
  // These connections stay open for long. They remain while the other tests run.
  let readers: Opened[];
  let slow: Opened[];
  let dripping: NodeJS.Timeout;
  let idle: Opened[];

  beforeAll(async () => {
    database = await createSeededDatabase();
    service = await Service.start({ DATABASE_URL: database.url });
    for (let i = 0; i < 20; i++) await service.get(seededPath(i));
    const path = '/v1/streamer/aurora_plays/recent-streams?limit=100';
    // The buffers hold many errors of a busy machine.
    await until(async () => (await service.get(path)).status === 200);
    readers = await openAll(10, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(manyRequests), true);
    slow = await openAll(200, 'GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\n');
    dripping = setInterval(() => slow.forEach(({ socket }) => socket.write('X-A: b\r\n')), 500);
    idle = await openAll(Math.min(5_000, openFilesLimit() - 700), '');
    expect(idle.length).toBeGreaterThan(200);
    expect(residentMegabytes(service)).toBeLessThan(500);
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it('cannot send endless headers', async () => {
    await withOthersServed(async () => {
      const long = await openAll(100, `${get}X-Long: ${'a'.repeat(200_000)}`);
      await allEnded(long);
      expect(new Set(long.map(({ received }) => received.slice(0, 13)))).toEqual(new Set(['HTTP/1.1 431 ']));
    });
  });

  it('get responses in order to many pipelined requests', async () => {
    const paths = Array.from({ length: 200 }, (_, i) => (i % 3 === 2 ? '/v1/nothing' : seededPath(i)));
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
    const received = await sendRaw(
      service.port,
      requests.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'),
      60_000,
    );
    const expected = paths.map((path) => (path === '/v1/nothing' ? 404 : 200));
    expect(statusesOf(received)).toEqual(expected);
  });

  it.each([
    ['CL.TE', `${get}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['TE.CL', `${get}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${hidden}\r\n0\r\n\r\n`],
    ['TE.TE', `${get}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${hidden}`],
    ['an unknown coding', `${get}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', `${get}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two lengths', `${get}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['a length with a sign', `${get}Content-Length: +${hidden.length}\r\n\r\n${hidden}`],
    ['two lengths in one', `${get}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`],
    ['a length that hides a request', `${get}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['a folded header', `${get}X-A: b\r\n Transfer-Encoding: chunked\r\n\r\n${hidden}`],
    ['bare newlines', `${get}X: y\n\n${hidden}`],
    ['a chunk with a sign', `${get}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`],
  ])('cannot smuggle a request with %s', async (_name, bytes) => {
    const received = await sendRaw(service.port, bytes, 60_000);
    expect(statusesOf(received)).toEqual([400]);
    expect(await service.get(seededPath(0))).toMatchObject({ status: 200 });
  });

  it.each([
    [
      'the absolute form',
      'GET http://elsewhere.example/v1/leaderboard HTTP/1.1\r\nHost: a\r\nConnection: close\r\n',
      [200, 400, 404],
    ],
    ['the authority form', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: a\r\n', [400, 404, 405, 0]],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n', [204, 400, 404]],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n', [400]],
    [
      'an upgrade to HTTP/2',
      `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`,
      [200],
    ],
    ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex'), [400]],
    ['zeros', Buffer.alloc(10_000), [400]],
    ['bytes of every value', Buffer.from(Array.from({ length: 256 }, (_, i) => i)), [400]],
    ['a redis command', '*1\r\n$4\r\nPING\r\n', [400]],
  ])('get a response and are disconnected after %s', async (_name, bytes, statuses) => {
    const startedAt = performance.now();
    const received = await sendRaw(service.port, typeof bytes === 'string' ? `${bytes}\r\n` : bytes, 60_000);
    expect(statuses).toContain(statusesOf(received)[0] ?? 0);
    // An idle connection would stay open for 65 seconds.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(await service.get(seededPath(0))).toMatchObject({ status: 200 });
  });

  it('are disconnected when they send headers slowly, and may hold a thousand idle connections', async () => {
    await withOthersServed(async () => {
      await allEnded(slow).finally(() => clearInterval(dripping));
      expect(slow.filter(({ received }) => !received.startsWith('HTTP/1.1 408 '))).toEqual([]);
      await allEnded(idle);
    });
  });

  it('are disconnected when they do not read their responses', async () => {
    await withOthersServed(async () => {
      await until(
        () => countOpenAt(service, readers) === 0,
        () => `The service keeps ${countOpenAt(service, readers)} connections open`,
        300_000,
      );
      expect(residentMegabytes(service)).toBeLessThan(500);
      for (const { socket } of readers) socket.resume();
      await allEnded(readers);
    });
    expect(readers.filter(({ received }) => statusesOf(received).length >= manyRequests)).toHaveLength(0);
  });

  /** Expects that other clients are served during an action, and with the usual speed afterwards. */
  async function withOthersServed(action: () => Promise<void>): Promise<void> {
    const load = startLoad((i) => service.get(seededPath(i)), 4);
    await action().finally(() => load.stop());
    const replies = await load.stop();
    expect(listed(replies.filter(({ status, ms }) => status !== 200 || ms > 30_000))).toEqual([]);
    expect(service.process.exitCode).toBeNull();
  }

  /** Opens connections, a few at a time, and sends the same bytes on each. */
  async function openAll(count: number, bytes: string, isPaused = false): Promise<Opened[]> {
    const opened: Opened[] = [];
    while (opened.length < count) {
      const batch = Array.from({ length: Math.min(200, count - opened.length) }, () =>
        open(service.port, bytes, isPaused),
      );
      opened.push(...(await Promise.all(batch)));
    }
    return opened;
  }
});

interface Opened {
  socket: Socket;
  received: string;
  isEnded: boolean;
}

function open(port: number, bytes: string, isPaused: boolean): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const opened: Opened = { socket: connect(port, '127.0.0.1'), received: '', isEnded: false };
    const { socket } = opened;
    socket.once('connect', () => {
      socket.on('data', (chunk) => (opened.received += chunk.toString('latin1')));
      if (isPaused) socket.pause();
      socket.write(bytes);
      resolve(opened);
    });
    socket.on('error', reject);
    socket.on('close', () => (opened.isEnded = true));
  });
}

async function allEnded(opened: Opened[]): Promise<void> {
  const left = () => opened.filter(({ isEnded }) => !isEnded).length;
  await until(
    () => left() === 0,
    () => `${left()} connections stay open`,
  );
}

/** Number of connections that the service has not closed. The client's side shows this only after it has read all data. */
function countOpenAt({ port }: Service, opened: Opened[]): number {
  const hex = (value = 0) => value.toString(16).toUpperCase().padStart(4, '0');
  const pairs = new Set(opened.map(({ socket }) => `${hex(port)} ${hex(socket.localPort)}`));
  const established = readFileSync('/proc/net/tcp', 'utf8').matchAll(/: \w+:(\w+) \w+:(\w+) 01 /g);
  return [...established].filter(([, local, remote]) => pairs.has(`${local} ${remote}`)).length;
}

/** The status of each response. No body of the service contains such a line. */
function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

function residentMegabytes({ process }: Service): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function openFilesLimit(): number {
  const [, hard] = /^Max open files\s+\d+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === 'unlimited' ? Infinity : Number(hard);
}
