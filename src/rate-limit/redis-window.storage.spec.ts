import { AddressInfo, createServer, Server, Socket } from 'node:net';
import { Clock } from '../clock/clock.js';
import { AppLogger } from '../logging/app-logger.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { RedisWindowStorage } from './redis-window.storage.js';

/** What a server that is no Redis, or another script, may answer to the script that counts. */
const answers: Record<string, string> = {
  nil: '$-1\r\n',
  'a nil array': '*-1\r\n',
  'an integer': ':1\r\n',
  'an empty list': '*0\r\n',
  'half a list': '*1\r\n:1\r\n',
  'a longer list': '*3\r\n:1\r\n:1000\r\n:1\r\n',
  'a list of strings': '*2\r\n$1\r\n1\r\n$4\r\n1000\r\n',
  'a list of nils': '*2\r\n$-1\r\n$-1\r\n',
  'a list of lists': '*2\r\n*1\r\n:1\r\n*1\r\n:1000\r\n',
  'a list with an error': '*2\r\n-ERR one\r\n:1000\r\n',
  'no hit': '*2\r\n:0\r\n:1000\r\n',
  'a negative count': '*2\r\n:-5\r\n:1000\r\n',
  'a negative time': '*2\r\n:1\r\n:-2\r\n',
  'a huge count': '*2\r\n:9223372036854775807\r\n:1000\r\n',
  'a huge time': '*2\r\n:1\r\n:9223372036854775807\r\n',
  'a text': '+OK\r\n',
  'an empty string': '$0\r\n\r\n',
  'an error': '-ERR unknown command\r\n',
  'an error while loading': '-LOADING Redis is loading the dataset in memory\r\n',
  'an error of rights': '-NOPERM no permissions\r\n',
  'what is no answer': 'HTTP/1.1 400 Bad Request\r\n\r\n',
};

/** Answers like Redis until it is asked to count. */
class OddRedis {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly answer: string) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => {}).on('data', (chunk) => socket.write(this.reply(chunk.toString('latin1'))));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private reply(command: string): string {
    if (/eval/i.test(command)) return this.answer;
    return /info/i.test(command) ? '$9\r\nloading:0\r\n' : '+OK\r\n';
  }
}

const logger = new AppLogger('silent');

describe('a Redis that answers something else than two counts', () => {
  const rejections: unknown[] = [];
  const onRejection = (error: unknown) => void rejections.push(error);

  beforeAll(() => void process.on('unhandledRejection', onRejection));
  afterAll(() => void process.off('unhandledRejection', onRejection));

  it.each(Object.entries(answers))('is as good as none: %s', async (_, answer) => {
    const redis = new OddRedis(answer);
    const storage = await RedisWindowStorage.connect(await redis.listen(), new FixedWindowStorage(new Clock()), logger);
    try {
      const blocked: boolean[] = [];
      for (let i = 0; i < 5; i++) blocked.push((await storage.increment('client', 60_000, 3, 0)).isBlocked);
      expect(blocked).toEqual([false, false, false, true, true]);
      expect(rejections).toEqual([]);
    } finally {
      storage.onApplicationShutdown();
      redis.close();
    }
  });
});
