import pg from 'pg';
import { loadConfig } from '../../src/config/environment.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { boardChannel } from '../../src/leaderboard/boards.js';
import { BoardListener } from '../../src/leaderboard/board-listener.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const realSetTimeout = setTimeout;
const pass = (ms: number) => new Promise((resolve) => realSetTimeout(resolve, ms));

/** The state of a listener that has started. */
const stateOf = (listener: BoardListener) =>
  listener as unknown as { client: pg.Client; retry: NodeJS.Timeout | undefined };

/** Timers are fake, but time within PostgreSQL and in the network is real. */
describe('BoardListener', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let listener: BoardListener;
  let invalidate: jest.Mock;
  let asked: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date', 'setInterval'],
    });
    asked = [];
  });

  afterEach(async () => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    await listener.onApplicationShutdown();
    await owner.end();
  });

  function start(env: Record<string, string> = { DATABASE_URL: database.url }): void {
    invalidate = jest.fn();
    const cache = { isOff: false, invalidate } as unknown as ResponseCache;
    const logger = new AppLogger('silent', { write: () => {} });
    listener = new BoardListener(loadConfig(env), cache, {} as PrismaService, logger);
    listener.onApplicationBootstrap();
  }

  function spyOnQueries(answer: (text: string) => object | undefined = () => undefined): void {
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const original = pg.Client.prototype.query as (this: pg.Client, ...values: unknown[]) => unknown;
    jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
      const text = typeof values[0] === 'string' ? values[0] : (values[0] as { text: string }).text;
      if (this !== owner) asked.push(text);
      const made = this === owner ? undefined : answer(text);
      return (made === undefined ? original.apply(this, values) : Promise.resolve(made)) as never;
    });
  }

  async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 60_000; !(await condition()); await pass(10)) {
      if (Date.now() > deadline) throw new Error('This takes too long.');
    }
  }

  const times = (count: number) => until(() => invalidate.mock.calls.length === count);
  const endSessions = () =>
    owner.query(
      'SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()',
    );

  it('ignores a notification that arrives during the shutdown', async () => {
    start();
    await times(1);
    const { client } = stateOf(listener);
    const stopped = listener.onApplicationShutdown();
    client.emit('notification');
    await stopped;
    expect(invalidate).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('invalidates the board when it begins to listen, and at once on a notification', async () => {
    start();
    await times(1);
    await owner.query(`NOTIFY ${boardChannel}`);
    await times(2);
  });

  it('invalidates the board at most once a second, and once more after the last notification', async () => {
    start();
    await times(1);
    let heard = 0;
    stateOf(listener).client.on('notification', () => heard++);
    for (let i = 0; i < 200; i++) await owner.query(`SELECT pg_notify('${boardChannel}', '${i}')`);
    await until(() => heard === 200);
    expect(invalidate).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(invalidate).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(invalidate).toHaveBeenCalledTimes(3);
  });

  it('reconnects after a lost connection, and invalidates the board', async () => {
    start();
    await times(1);
    await endSessions();
    await until(() => jest.getTimerCount() === 1);
    await jest.advanceTimersByTimeAsync(5_000);
    await times(2);
    await owner.query(`NOTIFY ${boardChannel}`);
    await times(3);
  });

  it('has the rights and the settings of a reader', async () => {
    start();
    await times(1);
    const { client } = stateOf(listener);
    const { rows } = await client.query(`
      SELECT current_user::text AS "user", current_setting('default_transaction_read_only') AS read_only,
        current_setting('statement_timeout') AS timeout`);
    expect(rows).toEqual([{ user: 'analytics_reader', read_only: 'on', timeout: '1500ms' }]);
    const waiting = expect(client.query('SELECT pg_sleep(3)')).rejects.toThrow('Query read timeout');
    await jest.advanceTimersByTimeAsync(1_000);
    await waiting;
  });

  it('waits longer each time, from five seconds to five minutes, without a database', async () => {
    const connect = jest.spyOn(pg.Client.prototype, 'connect');
    start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    const waits: number[] = [];
    let last: NodeJS.Timeout | undefined;
    for (let i = 1; i <= 9; i++) {
      await until(() => stateOf(listener).retry !== last);
      last = stateOf(listener).retry;
      let seconds = 0;
      for (; connect.mock.calls.length === i && seconds < 400; seconds++) await jest.advanceTimersByTimeAsync(1_000);
      waits.push(seconds);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('does not LISTEN on a standby, and checks every five minutes whether it is still a standby', async () => {
    let isStandby = true;
    spyOnQueries((text) => (text.includes('pg_is_in_recovery') ? { rows: [{ is_standby: isStandby }] } : undefined));
    start();
    const looks = () => asked.filter((text) => text.includes('pg_is_in_recovery')).length;
    await until(() => looks() === 1 && jest.getTimerCount() === 1);
    await jest.advanceTimersByTimeAsync(299_000);
    await pass(100);
    expect(looks()).toBe(1);
    isStandby = false;
    await jest.advanceTimersByTimeAsync(1_000);
    await times(1);
    expect(asked.filter((text) => text.startsWith('LISTEN'))).toHaveLength(1);
  });
});
