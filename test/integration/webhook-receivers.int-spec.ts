import { ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/http/free-port.js';
import { codeBlocks } from '../support/programs/markdown.js';
import { until } from '../support/until.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const secret = secretOf(1);

const pages = ['README.md', ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`)]
  .filter((file) => file.endsWith('.md'))
  .sort();
const receivers = pages.flatMap((file) =>
  codeBlocks(readFileSync(file, 'utf8'), 'js')
    .filter((code) => code.includes('webhook-signature'))
    .map((code) => ({ file, code })),
);

it('finds the receiver of docs/webhooks.md', () =>
  expect(receivers).toContainEqual({ file: 'docs/webhooks.md', code: expect.any(String) }));

describe.each(receivers)('the receiver of $file', ({ code }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-receiver-'));
  const agent = new Agent({ keepAlive: true });
  let receiver: ChildProcess;
  let port: number;
  let output = '';

  beforeAll(async () => {
    const program = path.join(folder, 'receiver.mjs');
    writeFileSync(program, code);
    port = await freePort();
    const env = { ...process.env, SECRET: secret, PORT: String(port) };
    receiver = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(async () => (await post('', {})) !== 'reset');
  });

  afterAll(() => {
    agent.destroy();
    receiver.kill();
    rmSync(folder, { recursive: true });
  });

  /** Returns the status of the response. */
  const post = (body: string, headers: Record<string, string>, method = 'POST') =>
    new Promise<number | 'reset'>((resolve) => {
      const sent = request({ port, host: '127.0.0.1', method, headers, agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', () => resolve('reset')).end(body);
    });

  interface Signed {
    secrets?: string[];
    /** Age in seconds. */
    age?: number;
  }

  const sign = (id: string, body: string, { secrets = [secret], age = 0 }: Signed = {}) => {
    const at = new Date(Date.now() - age * 1_000);
    const signatures = secrets.map((one) => new Webhook(one).sign(id, at, body));
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    };
  };
  const messageOf = (type: string) =>
    JSON.stringify({ type, timestamp: new Date().toISOString(), data: { title: 'é' } });
  const send = (id: string, body: string, signed?: Signed) => post(body, sign(id, body, signed));
  const countOf = (type: string) => output.split(type).length - 1;

  it('accepts a signed message, and handles a repeated one once', async () => {
    expect(await send('one', messageOf('type-one'))).toBe(204);
    expect(await send('one', messageOf('type-one'))).toBe(204);
    expect(await send('two', messageOf('type-two'))).toBe(204);
    await until(() => Promise.resolve(countOf('type-two') === 1));
    expect(countOf('type-one')).toBe(1);
  });

  it('accepts a message with two signatures if one has its secret', async () => {
    const body = messageOf('signed twice');
    expect(await send('first', body, { secrets: [secret, secretOf(2)] })).toBe(204);
    expect(await send('second', body, { secrets: [secretOf(2), secret] })).toBe(204);
    expect(await send('none', body, { secrets: [secretOf(2), secretOf(3)] })).toBe(401);
  });

  it.each([290, -290])('accepts a message that is %i seconds old', async (age) => {
    expect(await send(`old ${age}`, messageOf('old'), { age })).toBe(204);
  });

  it.each([310, -310])('refuses a message that is %i seconds old', async (age) => {
    expect(await send(`old ${age}`, messageOf('old'), { age })).toBe(401);
  });

  const replaced = (name: string, value: string | undefined) => {
    const headers = Object.entries({ ...sign('hostile', '{}'), [name]: value });
    return Object.fromEntries(headers.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
  };
  const signature = sign('hostile', '{}')['webhook-signature'];

  it.each([
    ['webhook-signature', undefined],
    ['webhook-signature', ''],
    ['webhook-signature', ' '],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', `é${signature.slice(1)}`],
    ['webhook-signature', `${signature.slice(0, -1)}\xFF`],
    ['webhook-signature', `\xC3\xA9${signature.slice(2)}`],
    ['webhook-signature', signature.replace('v1', 'v2')],
    ['webhook-signature', 'v1,x '.repeat(2_000)],
    ['webhook-timestamp', undefined],
    ['webhook-timestamp', ''],
    ['webhook-timestamp', 'NaN'],
    ['webhook-timestamp', 'soon'],
    ['webhook-timestamp', '1e400'],
    ['webhook-timestamp', '0'],
    ['webhook-id', undefined],
    ['webhook-id', 'another'],
    ['webhook-id', '\xFF'],
  ])('refuses a wrong header (case %#: %s)', async (name, value) => {
    expect(await post('{}', replaced(name, value))).toBe(401);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses %s without a signature', async (method) => {
    expect(await post('', {}, method)).toBe(401);
  });

  it.each(['{', 'null', ''])('survives the signed body %j', async (body) => {
    expect(await send('no JSON', body)).toBe(400);
  });

  it('accepts a long message, and refuses one that is longer than a message can be', async () => {
    const bodyOf = (length: number) => JSON.stringify({ type: 'long', data: 'x'.repeat(length - 25) });
    expect(bodyOf(20_000)).toHaveLength(20_000);
    expect(await send('long', bodyOf(20_000))).toBe(204);
    expect(await send('too long', bodyOf(20_001))).not.toBe(204);
  });

  it('closes a connection with an endless body', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`;
    const writing = setInterval(() => socket.write(chunk.repeat(100)), 1);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(writing);
  });

  it('survives clients that leave', async () => {
    for (const start of ['POST', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{', 'no HTTP\r\n\r\n']) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write(start, resolve));
      socket.resetAndDestroy();
      expect(await post('', {})).toBe(401);
    }
  });

  /** Sends messages without waiting for responses. All are signed as of the same second. */
  const sendAll = async (ids: string[]) => {
    const at = Math.floor(Date.now() / 1_000);
    const key = Buffer.alloc(32, 1);
    const requests = ids.map((id) => {
      const signature = createHmac('sha256', key).update(`${id}.${at}.{}`).digest('base64');
      const headers = `webhook-id: ${id}\r\nwebhook-timestamp: ${at}\r\nwebhook-signature: v1,${signature}`;
      return `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n${headers}\r\n\r\n{}`;
    });
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let responses = '';
    const statuses = () => responses.match(/HTTP\/1\.1 \d+/g) ?? [];
    socket.on('data', (chunk: string) => (responses += chunk)).write(requests.join(''));
    await until(() => statuses().length === ids.length);
    socket.destroy();
    expect(new Set(statuses())).toEqual(new Set(['HTTP/1.1 204']));
  };

  it('does not keep the IDs of all messages', async () => {
    await send('first of many', messageOf('first-of-many'));
    await sendAll(Array.from({ length: 10_000 }, (_, i) => `many ${i}`));
    await send('first of many', messageOf('first-of-many'));
    await until(() => Promise.resolve(countOf('first-of-many') === 2));
  });

  afterEach(() => expect(receiver.exitCode).toBeNull());
});
