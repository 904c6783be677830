import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../../../test/support/until.js';
import { WebhookReceiver } from '../../../../test/support/http/webhook-receiver.js';
import { WebhookTarget } from '../../../config/webhook-targets.js';
import { Address } from './allowed-address.js';
import { postMessage, Reply } from './post-message.js';

let receiver: WebhookReceiver;

beforeEach(async () => void (receiver = await WebhookReceiver.start()));
afterEach(() => receiver.stop());

const target = (url: string, isPrivate = false): WebhookTarget => ({
  ...{ name: 'target', url, isPrivate, secrets: [Buffer.alloc(24)], kinds: [], streamers: null },
  ...{ changes: null, tz: 'UTC', form: 'standard', token: undefined, digest: '' },
});
const { signal } = new AbortController();
const message = { id: '1', body: '{"type":"test"}' };

it('connects to the address of its only lookup', async () => {
  const url = `http://hooks.example.com:${receiver.port}/hook`;
  const addresses: Address[][] = [[{ address: '127.0.0.1', family: 4 }], [{ address: '192.0.2.1', family: 4 }]];
  const resolve = jest.fn(() => Promise.resolve(addresses.shift() ?? []));
  expect(await postMessage(target(url, true), message, signal, resolve)).toMatchObject({ status: 204 });
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(receiver.messages[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
});

it('refuses a name whose address is blocked, also if another lookup has another result', async () => {
  const url = `http://hooks.example.com:${receiver.port}/hook`;
  const addresses: Address[][] = [[{ address: '127.0.0.1', family: 4 }], [{ address: '8.8.8.8', family: 4 }]];
  const resolve = () => Promise.resolve(addresses.shift() ?? []);
  await expect(postMessage(target(url), message, signal, resolve)).rejects.toThrow('not on the internet');
  expect(receiver.messages).toEqual([]);
});

it('does not follow a redirect', async () => {
  receiver.respond = () => ({ status: 307, headers: { Location: `${receiver.url}/other` } });
  expect(await postMessage(target(receiver.url, true), message, signal)).toMatchObject({ status: 307 });
  expect(receiver.messages).toHaveLength(1);
});

it('is accepted by the receiver in docs/webhooks.md, unless the signature is wrong', async () => {
  const [, code = ''] = /```js\n([^]+?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  const { port } = receiver;
  await receiver.stop();
  const env = { ...process.env, PORT: String(port), SECRET: `whsec_${Buffer.alloc(24).toString('base64')}` };
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const to = target(`http://127.0.0.1:${port}/hook`, true);
    let reply: Reply | undefined;
    await until(async () => (reply = await postMessage(to, message, signal).catch(() => undefined)) !== undefined);
    expect(reply?.status).toBe(204);
    const wrong = { ...to, secrets: [Buffer.alloc(24, 1)] };
    expect(await postMessage(wrong, message, signal)).toMatchObject({ status: 401 });
    expect(await postMessage({ ...to, secrets: [...wrong.secrets, ...to.secrets] }, message, signal)).toMatchObject({
      status: 204,
    });
  } finally {
    program.kill();
    receiver = await WebhookReceiver.start();
  }
});

it('sends messages of Discord to a version whose pauses are in seconds, and other messages to the given address', async () => {
  const url = `http://discord.com:${receiver.port}/api/webhooks/1/abc`;
  const resolve = () => Promise.resolve<Address[]>([{ address: '127.0.0.1', family: 4 }]);
  for (const form of ['discord', 'standard'] as const)
    await postMessage({ ...target(url, true), form }, message, signal, resolve);
  expect(receiver.messages.map(({ path }) => path)).toEqual(['/api/v10/webhooks/1/abc', '/api/webhooks/1/abc']);
});

it('returns the headers and the start of a long body', async () => {
  receiver.respond = () => ({
    status: 404,
    headers: { 'Retry-After': '7' },
    text: `{"code":1}${' '.repeat(1_000_000)}`,
  });
  const { headers, body } = await postMessage(target(receiver.url, true), message, signal);
  expect(headers['retry-after']).toBe('7');
  expect(body).toMatch(/^{"code":1} +$/);
  expect(body.length).toBeLessThan(1_000_000);
});

it('returns the status of a response whose body does not end within the time limit', async () => {
  const server = createServer((_, response) => response.writeHead(202).write('start'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const reply = await postMessage(target(url, true), message, signal, undefined, 2_000);
  expect(reply).toMatchObject({ status: 202, body: 'start' });
  server.closeAllConnections();
  server.close();
});

it('ends at the time limit, also if the lookup of the name does not end', async () => {
  const sent = postMessage(target('https://hooks.example.com'), message, signal, () => new Promise(() => {}), 50);
  await expect(sent).rejects.toThrow('aborted');
});

describe('without a response', () => {
  const collectGarbage = () => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
  };

  /** Sends a request, and collects garbage after it has arrived. Returns the error of the request; undefined before its end. */
  async function post(stopping: AbortController, limitMs?: number): Promise<() => string | undefined> {
    receiver.respond = () => new Promise(() => {});
    let failure: string | undefined;
    const sent = postMessage(target(receiver.url, true), message, stopping.signal, undefined, limitMs);
    sent.catch((error: Error) => (failure = error.name));
    await until(() => receiver.messages.length > 0 || failure !== undefined);
    for (let i = 0; i < 3; i++) {
      collectGarbage();
      await sleep(10);
    }
    return () => failure;
  }

  it('ends at the time limit, also if garbage is collected before it', async () => {
    const failure = await post(new AbortController(), 1_000);
    await until(() => failure() === 'AbortError');
  });

  it('ends when it is stopped, also if garbage is collected before', async () => {
    const stopping = new AbortController();
    const failure = await post(stopping);
    expect(failure()).toBeUndefined();
    stopping.abort();
    await until(() => failure() === 'AbortError');
    await expect(postMessage(target(receiver.url, true), message, stopping.signal)).rejects.toThrow();
  });
});

it('sends a message of ntfy to its root, with the topic and the token', async () => {
  const ntfy: WebhookTarget = {
    ...target(`http://127.0.0.1:${receiver.port}/my-topic`, true),
    form: 'ntfy',
    secrets: [],
  };
  const body = '{"title":"Ann is live","priority":4}';
  await postMessage({ ...ntfy, token: 'tk_abc' }, { id: '1', body }, signal);
  await postMessage(ntfy, { id: '2', body }, signal);
  const [first, second] = receiver.messages;
  expect(first).toMatchObject({ path: '/', text: '{"topic":"my-topic","title":"Ann is live","priority":4}' });
  expect(first?.headers).toMatchObject({ authorization: 'Bearer tk_abc', 'content-type': 'application/json' });
  expect(second?.headers).not.toHaveProperty('authorization');
  await postMessage({ ...target(`http://127.0.0.1:${receiver.port}/hook`, true) }, message, signal);
  expect(receiver.messages[2]).toMatchObject({ path: '/hook', text: message.body });
});
