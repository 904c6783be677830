import { once } from 'node:events';
import { createServer } from 'node:net';

/** Replies to the script that counts, none of which is two counts. */
const wrongReplies = [
  ...['$-1\r\n', '*-1\r\n', ':1\r\n', '+OK\r\n', '*0\r\n', '*1\r\n:1\r\n', '*3\r\n:1\r\n:1000\r\n:1\r\n'],
  ...[
    '*2\r\n$1\r\n1\r\n$4\r\n1000\r\n',
    '*2\r\n$-1\r\n$-1\r\n',
    '*2\r\n*1\r\n:1\r\n*1\r\n:1000\r\n',
    '*2\r\n:0\r\n:9\r\n',
  ],
  ...['*2\r\n:-5\r\n:1000\r\n', '*2\r\n:1\r\n:-2\r\n', '*2\r\n:9223372036854775807\r\n:1000\r\n', '-ERR unknown\r\n'],
  ...['*2\r\n-ERR one\r\n:1000\r\n', '-LOADING Redis is loading the dataset in memory\r\n', 'HTTP/1.1 400 Bad\r\n\r\n'],
];

/** A stand-in for Redis, with the few commands that counting takes. It can reply wrongly for a while. */
export class Redis {
  #counters = new Map();
  #wrongReply;
  #server;
  #sockets = new Set();

  static async open() {
    const redis = new Redis();
    redis.#server = createServer((socket) => redis.#serve(socket)).listen(0, '127.0.0.1');
    await once(redis.#server, 'listening');
    return redis;
  }

  get url() {
    return `redis://127.0.0.1:${this.#server.address().port}`;
  }

  replyWrongly(random) {
    this.#wrongReply = wrongReplies[Math.floor(random() * wrongReplies.length)];
  }

  replyRightly() {
    this.#wrongReply = undefined;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket) {
    let text = '';
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let next = readCommand(text); next; next = readCommand(text)) {
        socket.write(this.#reply(next.words));
        text = text.slice(next.length);
      }
    });
  }

  #reply([name, , , key, windowMs]) {
    if (/^info$/i.test(name)) return '$9\r\nloading:0\r\n';
    if (!/^eval/i.test(name)) return '+OK\r\n';
    const now = Math.trunc(performance.now());
    const known = this.#counters.get(key);
    const counter = known?.endsAt > now ? known : { hits: 0, endsAt: now + Number(windowMs) };
    counter.hits += 1;
    this.#counters.set(key, counter);
    return this.#wrongReply ?? `*2\r\n:${counter.hits}\r\n:${counter.endsAt - now}\r\n`;
  }
}

/** The first command in a text, undefined if it is not whole: an array of strings, each after its length. */
function readCommand(text) {
  const count = Number(/^\*(\d+)\r\n/.exec(text)?.[1]);
  let at = text.indexOf('\r\n') + 2;
  const words = [];
  while (words.length < count) {
    const end = text.indexOf('\r\n', at);
    const length = Number(text.slice(at + 1, end));
    if (end < 0 || text.length < end + 2 + length + 2) return undefined;
    words.push(text.slice(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return words.length > 0 ? { words, length: at } : undefined;
}
