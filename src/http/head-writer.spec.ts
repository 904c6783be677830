import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo, connect } from 'node:net';
import { HeadWriter } from './head-writer.js';

const fixed = ['X-Fixed', 'always'];
const headers = ['ETag', '"a"', 'Vary', 'Accept-Encoding'];
const body = '{"a":1}';

type Answer = (request: IncomingMessage, response: ServerResponse, status: 200 | 304, headers: string[]) => void;

const byNode: Answer = (_request, response, status, given) => response.writeHead(status, [...fixed, ...given]);

/** A server that answers 304 to whoever names the tag, and a 200 with a body to the others. */
async function serve(write: Answer, Response = ServerResponse): Promise<Server> {
  const server = createServer({ ServerResponse: Response, keepAliveTimeout: 65_000 }, (request, response) => {
    const isKnown = request.headers['if-none-match'] !== undefined;
    write(request, response, isKnown ? 304 : 200, isKnown ? headers : [...headers, 'Content-Length', `${body.length}`]);
    response.end(request.method === 'HEAD' || isKnown ? undefined : body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** What comes back for what is sent, until the server hangs up, without the date's value. */
function exchange(server: Server, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text.replace(/Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Date: then')));
    socket.on('error', reject);
  });
}

const get = (...lines: string[]) => ['GET / HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');
const last = get('Connection: close');

describe('HeadWriter', () => {
  const servers: Server[] = [];

  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const both = async (sent: string, write: Answer, Response?: typeof ServerResponse) => {
    servers.push(await serve(byNode, Response), await serve(write, Response));
    const [node, ours] = servers.slice(-2) as [Server, Server];
    return [await exchange(ours, sent), await exchange(node, sent)] as const;
  };

  it.each([
    ['a 200', get()],
    ['a 304', get('If-None-Match: "a"')],
    ['a HEAD', get().replace('GET', 'HEAD')],
    ['a client that waits for a 100', get('Expect: 100-continue')],
  ])('writes %s as Node does, the first time and later, to the end of the connection', async (_title, request) => {
    const heads = new HeadWriter(fixed);
    const [ours, node] = await both(request.repeat(4) + last, (...args) => heads.write(...args));
    expect(ours).toBe(node);
    expect(ours.match(/Date: then/g)).toHaveLength(5);
  });

  it.each([
    ['closes', last],
    ['speaks HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
  ])('leaves it to Node to answer a client that %s', async (_title, request) => {
    const heads = new HeadWriter(fixed);
    const [ours, node] = await both(get() + request, (...args) => heads.write(...args));
    expect(ours).toBe(node);
  });

  it('writes later heads itself', async () => {
    let byNodeCount = 0;
    class Counted extends ServerResponse {
      override writeHead(status: number, ...rest: unknown[]): this {
        byNodeCount += 1;
        return super.writeHead(status, ...(rest as [string[]]));
      }
    }
    const heads = new HeadWriter(fixed);
    servers.push(await serve((...args) => heads.write(...args), Counted as typeof ServerResponse));
    await exchange(servers[0] as Server, get().repeat(9) + last);
    expect(byNodeCount).toBe(2);
  });

  it('leaves all of them to a Node that writes something else', async () => {
    class Different extends ServerResponse {
      override writeHead(status: number, ...rest: unknown[]): this {
        super.writeHead(status, ...(rest as [string[]]));
        const own = this as unknown as { _header: string };
        own._header = own._header.replace('Vary:', 'vary:');
        return this;
      }
    }
    const heads = new HeadWriter(fixed);
    const write: Answer = (...args) => heads.write(...args);
    const [ours, node] = await both(get().repeat(3) + last, write, Different as typeof ServerResponse);
    expect(ours).toBe(node);
    expect(ours.match(/vary:/g)).toHaveLength(4);
  });

  it('tells the time of each answer', async () => {
    jest.useFakeTimers({
      doNotFake: ['setImmediate', 'nextTick', 'setTimeout', 'clearTimeout', 'setInterval'],
      now: 0,
    });
    try {
      const heads = new HeadWriter(fixed);
      const dates: string[] = [];
      const response = (request: IncomingMessage) =>
        Object.assign(new ServerResponse(request), { shouldKeepAlive: true });
      for (const ms of [0, 999, 1_000, 5_500, 2_000]) {
        jest.setSystemTime(ms);
        const request = Object.assign(Object.create(IncomingMessage.prototype) as IncomingMessage, {
          method: 'GET',
          httpVersionMajor: 1,
          httpVersionMinor: 1,
          httpVersion: '1.1',
          rawHeaders: [],
        });
        Object.defineProperty(request, 'headers', { value: {} });
        const answer = response(request);
        heads.write(request, answer, 200, headers);
        dates.push(/Date: (.*)\r/.exec((answer as unknown as { _header: string })._header)?.[1] ?? '');
      }
      expect(dates.slice(1)).toEqual([0, 1_000, 5_000, 2_000].map((ms) => new Date(ms).toUTCString()));
    } finally {
      jest.useRealTimers();
    }
  });
});
