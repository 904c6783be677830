import { once } from 'node:events';
import { createSeededDatabase } from '../support/seeded-database.js';
import { seededPath } from '../support/seeded-paths.js';
import { Service, startLoad } from '../support/service.js';
import { TestDatabase } from '../support/test-database.js';

/** What happens inside of the service when it gets SIGUSR2: twice, as a fault that comes with every request would. */
const faults = {
  'an exception that nothing catches': 'setImmediate(() => { throw new Error("from inside") });',
  'a rejection that nothing catches': 'void Promise.reject(new Error("from inside"));',
};

describe('an error that nobody expected', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createSeededDatabase();
  }, 120_000);

  afterAll(() => database.drop());

  it.each(Object.entries(faults))('ends the process with 1 after a line in the log, for %s', async (_name, fault) => {
    const code = `process.on("SIGUSR2", () => { ${fault} ${fault} });`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
    const service = await Service.start({ DATABASE_URL: database.url }, nodeArgs);
    const logged = once(service.process.stdout ?? service.process, 'close');
    const load = startLoad((i) => service.get(seededPath(i)), 4);
    try {
      await service.get(seededPath(0));
      service.process.kill('SIGUSR2');
      expect(await service.exited).toBe(1);
      await logged;
    } finally {
      await load.stop();
      await service.stop();
    }
    const serious = service.log.filter(({ level }) => ['error', 'fatal'].includes(level));
    expect(serious).toEqual([
      expect.objectContaining({
        level: 'fatal',
        msg: 'Ending after an uncaught error',
        err: expect.objectContaining({ message: 'from inside' }),
      }),
    ]);
  });
});
