import { createServer, request, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import express from 'express';
import { readOnly } from './read-only.middleware.js';

describe('readOnly', () => {
  let server: Server;
  let reached: string[] = [];

  beforeAll(async () => {
    const app = express();
    app.use(readOnly(['/known']));
    app.use(({ method, url }, response) => {
      reached.push(`${method} ${url}`);
      response.end('reached');
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  beforeEach(() => {
    reached = [];
  });

  it.each(['GET', 'HEAD'])('lets a %s pass, known path or not', async (method) => {
    expect(await send(method, '/known?limit=1')).toMatchObject({ status: 200 });
    expect(await send(method, '/unknown')).toMatchObject({ status: 200 });
    expect(reached).toEqual([`${method} /known?limit=1`, `${method} /unknown`]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('refuses %s on a known path', async (method) => {
    const { status, headers, body } = await send(method, '/known?limit=1');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(JSON.parse(body)).toEqual({ error: `${method} is not possible: this API is read with GET or HEAD.` });
    expect(reached).toEqual([]);
  });

  it('lets other methods on an unknown path pass, which is answered as unknown', async () => {
    await send('POST', '/unknown');
    await send('OPTIONS', '/unknown');
    expect(reached).toEqual(['POST /unknown', 'OPTIONS /unknown']);
  });

  it('answers OPTIONS on a known path with what is allowed', async () => {
    const { status, headers, body } = await send('OPTIONS', '/known');
    expect({ status, allow: headers.allow, body }).toEqual({ status: 204, allow: 'GET, HEAD', body: '' });
  });

  it('refuses a URL of more than 4,096 characters', async () => {
    expect(await send('GET', `/${'a'.repeat(4095)}`)).toMatchObject({ status: 200 });
    expect(await send('GET', `/${'a'.repeat(4096)}`)).toMatchObject({ status: 414 });
    expect(reached).toHaveLength(1);
  });

  it.each(['/%', '/%Z', '/%ZZ', '/%C3', '/%C3%28', '/a%E0%A4/b', '/%FF'])(
    'refuses %s, which does not decode',
    async (path) => {
      const { status, body } = await send('GET', path);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('percent sign') });
      expect(reached).toEqual([]);
    },
  );

  it.each(['/%20', '/%C3%A9', '/%25', '/%00', '/ok?x=%ZZ'])('lets %s pass', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 200 });
  });

  it.each<Record<string, string>>([{ 'Content-Length': '4' }, { 'Transfer-Encoding': 'chunked' }])(
    'refuses a body, and closes the connection that carries it (%j)',
    async (headers) => {
      const answer = await send('GET', '/known', headers, 'body');
      expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } });
      expect(JSON.parse(answer.body)).toEqual({ error: expect.stringContaining('carries a body') });
      expect(reached).toEqual([]);
    },
  );

  it('takes a body of no bytes for none', async () => {
    expect(await send('GET', '/known', { 'Content-Length': '0' })).toMatchObject({ status: 200 });
  });

  function send(method: string, path: string, headers: Record<string, string> = {}, sent?: string) {
    const { port } = server.address() as AddressInfo;
    return new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      });
      outgoing.on('error', reject);
      outgoing.end(sent);
    });
  }
});
