import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { AddressInfo, connect, createServer, Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { seededPath } from '../support/seeded-paths.js';
import { buildProduct, getFrom, listed, Service, startLoad } from '../support/service.js';
import { TestDatabase } from '../support/test-database.js';

const board = '/v1/leaderboard';
const program = path.resolve('dist/main.js');

jest.setTimeout(60_000);

describe('an instance with WORKERS=2', () => {
  let database: TestDatabase;
  let service: Service;
  /** Each keeps one connection, and so asks one worker. */
  let agents: Agent[];

  beforeAll(async () => {
    buildProduct();
    database = await createSeededDatabase();
  }, 120_000);

  beforeEach(() => {
    agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  });

  afterEach(async () => {
    for (const agent of agents) agent.destroy();
    await service.stop();
  });

  afterAll(() => database.drop());

  const start = async (env: Record<string, string> = {}) => {
    service = await Service.start({ DATABASE_URL: database.url, WORKERS: '2', ACCESS_LOG: 'on', ...env });
  };
  const ask = (target: string, i: number) => getFrom(service.port, target, agents[i % agents.length] as Agent);
  const askAll = (target: string) => Promise.all(agents.map((_agent, i) => ask(target, i)));
  const requests = () => service.log.filter(({ msg }) => msg === 'Request');
  const workers = () => [...new Set(requests().map(({ worker }) => worker as number))].sort((a, b) => a - b);
  const running = () =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(service.process.pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number);

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 60_000; !(await condition()); await sleep(50)) {
      if (Date.now() > deadline) throw new Error('This takes too long.');
    }
  }

  it('lets a client send as many requests as one process does, however they are spread', async () => {
    await start({ RATE_LIMIT: '100' });
    const replies = [];
    for (let wave = 0; wave < 40; wave++) {
      replies.push(...(await Promise.all(agents.map((_agent, i) => ask(i % 2 ? board : '/v1/games', i)))));
    }
    await until(() => workers().length === 2);
    const passed = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(60);
    const left = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('outdates what each of them has stored when the board is refreshed', async () => {
    await start({ CACHE_TTL_SECONDS: '600' });
    const resultsOf = async () => {
      const seen = requests().length;
      await askAll(board);
      await until(() => requests().length === seen + agents.length);
      return requests()
        .slice(seen)
        .map(({ worker, cache }) => `${worker as number} ${cache as string}`);
    };
    // A worker that has just begun to listen for refreshes outdates what it has, too.
    const haveHit = async () => (await resultsOf()).every((result) => result.endsWith(' hit'));
    while (!(await haveHit()));
    const commands = path.resolve('dist/commands/main.js');
    const env = { ...process.env, DATABASE_URL: database.url };
    expect(spawnSync(process.execPath, [commands, 'refresh'], { env, encoding: 'utf8' })).toMatchObject({ status: 0 });
    await sleep(1_500);
    expect(await resultsOf()).toEqual(expect.arrayContaining(['1 miss', '2 miss']));
  });

  it('loses with one that is killed only what that was answering, and starts another one', async () => {
    await start();
    await askAll(board);
    await until(() => workers().length === 2);
    const [victim] = running();
    const load = startLoad((i) => ask(seededPath(i), i), agents.length);
    await sleep(500);
    process.kill(victim as number, 'SIGKILL');
    await until(() => running().length === 2 && !running().includes(victim as number));
    await sleep(1_500);
    const replies = await load.stop();
    const failed = replies.filter(({ status }) => status !== 200);
    expect(failed.length).toBeLessThanOrEqual(agents.length);
    expect(failed.filter(({ status }) => status !== 0)).toEqual([]);
    expect(service.log).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'A worker has ended, and will be started again' }),
    );
    agents.push(...Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 })));
    await until(async () => {
      agents.push(new Agent({ keepAlive: true, maxSockets: 1 }));
      await ask(board, agents.length - 1);
      return workers().length === 3;
    });
  });

  it('fails nothing while it ends, ends all of them, and with 0', async () => {
    await start();
    const load = startLoad((i) => ask(seededPath(i), i), agents.length);
    await sleep(500);
    const before = running();
    expect(before).toHaveLength(2);
    service.process.kill('SIGTERM');
    await sleep(500);
    expect(await service.get('/v1/health/ready')).toMatchObject({
      status: 503,
      error: 'The service is shutting down.',
    });
    const replies = await load.stop();
    expect(listed(replies.filter(({ status }) => status !== 200))).toEqual([]);
    expect(await service.exited).toBe(0);
    for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('leaves no worker behind when it is killed', async () => {
    await start();
    const before = running();
    await service.stop();
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await until(() => !before.some(isAlive));
  });

  it('adds up the metrics of all, and of those that have ended', async () => {
    const port = await freePort();
    await start({ METRICS_PORT: String(port), DATABASE_POOL_SIZE: '6' });
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const valueOf = (text: string, name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    };
    const answered = `http_request_duration_seconds_count{route="${board}",status="200"}`;
    for (let i = 0; i < 5; i++) await askAll(board);
    await until(() => workers().length === 2);
    const text = await metrics();
    expect(valueOf(text, answered)).toBe(20);
    expect(valueOf(text, 'service_workers')).toBe(2);
    expect(valueOf(text, 'database_pool_max_connections')).toBe(6);
    expect(valueOf(text, 'database_up')).toBe(1);
    expect(valueOf(text, 'service_info{version="1.0.0"}')).toBe(1);
    expect(text.match(/^# TYPE http_request_duration_seconds histogram$/gm)).toHaveLength(1);
    expect(text).not.toMatch(/ (null|undefined)$/m);
    const [victim] = running();
    process.kill(victim as number, 'SIGKILL');
    await until(() => running().length === 2 && !running().includes(victim as number));
    expect(valueOf(await metrics(), answered)).toBe(20);
    await until(async () => valueOf(await metrics(), 'database_pool_max_connections') === 6);
    expect(valueOf(await metrics(), answered)).toBe(20);
  });

  it('closes connections above MAX_CONNECTIONS, of which each has its share', async () => {
    await start({ MAX_CONNECTIONS: '6' });
    const sockets: Socket[] = [];
    for (let i = 0; i < 10; i++) {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      sockets.push(socket);
      await sleep(20);
    }
    await sleep(300);
    const open = sockets.filter((socket) => !socket.readableEnded && !socket.destroyed);
    expect(open).toHaveLength(6);
    expect(service.log).toContainEqual(
      expect.objectContaining({
        msg: 'Closed a new connection: there are as many as MAX_CONNECTIONS lets in',
        maxConnections: 3,
      }),
    );
    for (const socket of open) socket.destroy();
    await sleep(300);
    expect(await service.get(board)).toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
  });

  it('listens once, and says so once, when all of them accept connections', async () => {
    await start();
    expect(service.log.filter(({ msg }) => msg === 'Listening')).toMatchObject([{ workers: '2' }]);
    expect(service.log.find(({ msg }) => msg === 'Listening')).not.toHaveProperty('worker');
  });

  it('says once why it does not start, and ends with 1', async () => {
    const env = { PATH: process.env.PATH, HOST: '127.0.0.1', DATABASE_URL: database.url, WORKERS: '2' };
    const startWith = (more: Record<string, string>) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
        cwd: __dirname,
        env: { ...env, ...more },
        timeout: 20_000,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    expect(startWith({ PORT: port })).toMatchObject({
      status: 1,
      stderr: `Port ${port} is taken: stop what listens there, or set PORT to a free one.\n`,
    });
    expect(startWith({ WORKERS: '0' })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'WORKERS is "0", but must be auto or an integer from 1 to 64.\n',
    });
    expect(startWith({ METRICS_PORT: port, PORT: '0' })).toMatchObject({
      status: 1,
      stderr: `METRICS_PORT is ${port}, where the service cannot listen (EADDRINUSE).\n`,
    });
    other.close();
  });
});
