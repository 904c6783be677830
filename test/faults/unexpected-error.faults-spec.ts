import { once } from 'node:events';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { seededPath } from '../support/http/seeded-paths.js';
import { Service, startLoad } from '../support/http/service.js';
import { TestDatabase } from '../support/database/test-database.js';

/** Code that the service runs on SIGUSR2. It throws twice, like a fault in every request. */
const faults = {
  'an uncaught exception': 'setImmediate(() => { throw new Error("from inside") });',
  'an unhandled rejection': 'void Promise.reject(new Error("from inside"));',
};

describe('an unexpected error', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createSeededDatabase();
  });

  afterAll(() => database.drop());

  it.each(Object.entries(faults))('is logged and ends the process with 1: %s', async (_name, fault) => {
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
