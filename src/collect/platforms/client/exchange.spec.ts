import { createServer, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { WaitingClock } from '../../../clock/clock.js';
import { proxyFetch } from '../proxies.js';
import { exchange, Fetch } from './exchange.js';

const mebibyte = 1024 * 1024;
let server: Server;
let send: (response: ServerResponse) => void;
let closed: Promise<number>;

beforeEach(async () => {
  server = createServer((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', () => resolve(request.socket.bytesWritten)));
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => void server.close().closeAllConnections());

const requestJson = (secrets: string[] = [], given: Fetch = fetch) =>
  exchange(
    { fetch: given, clock: new WaitingClock() },
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, init: {}, secrets },
    new AbortController().signal,
  );

/** Writes spaces until the other end leaves. */
function writeSpaces(stream: NodeJS.WritableStream): void {
  const write = () => {
    while (stream.write(Buffer.alloc(mebibyte, 0x20)));
  };
  stream.on('drain', write).on('error', () => {});
  write();
}

describe('exchange', () => {
  it('reads a body of the maximum size, and rejects a longer one', async () => {
    // Nine bytes in six characters, and spaces.
    const longest = '\uFEFF["é"]'.padEnd(16 * mebibyte - 3);
    send = (response) => response.end(longest);
    expect((await requestJson()).json).toEqual(['é']);
    send = (response) => response.end(`${longest} `);
    const message = `the response is longer than ${16 * mebibyte} bytes`;
    await expect(requestJson()).rejects.toMatchObject({ kind: 'answer', message });
  });

  it.each([407, 503])('reports a proxy that refuses a connection with %d', async (status) => {
    server.on('connect', (_request, socket) => socket.end(`HTTP/1.1 ${status} Refused\r\n\r\n`));
    process.env.HTTP_PROXY = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const message = expect.stringContaining(String(status)) as string;
      await expect(requestJson([], proxyFetch())).rejects.toMatchObject({ kind: 'network', message });
    } finally {
      delete process.env.HTTP_PROXY;
    }
  });

  it('stops reading an endless body, and closes the connection', async () => {
    send = writeSpaces;
    await expect(requestJson()).rejects.toMatchObject({ kind: 'answer' });
    expect(await closed).toBeLessThan(64 * mebibyte);
  });

  it('counts the unpacked bytes of a compressed body', async () => {
    send = (response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const zip = createGzip();
      zip.pipe(response);
      writeSpaces(zip);
    };
    await expect(requestJson()).rejects.toMatchObject({ kind: 'answer' });
    expect(await closed).toBeLessThan(mebibyte);
  });

  it('rejects JSON that is nested too deeply', async () => {
    send = (response) => response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect((await requestJson()).json).toBeUndefined();
  });

  it('masks secrets in a response', async () => {
    send = (response) => response.end(JSON.stringify([`${'x'.repeat(50)}hunter2-hunter2`, { id: ['app-token'] }]));
    const { json } = await requestJson(['hunter2-hunter2', 'app-token']);
    expect(json).toEqual([`${'x'.repeat(50)}***`, { id: ['***'] }]);
  });

  it('masks secrets in the reason of a failure', async () => {
    const refusing: Fetch = () => Promise.reject(new TypeError('"Bearer hunter2\u001b" is an invalid header value.'));
    await expect(requestJson(['hunter2'], refusing)).rejects.toMatchObject({
      message: 'no response ("Bearer ***" is an invalid header value.)',
    });
  });
});
