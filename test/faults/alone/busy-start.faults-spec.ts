import { ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { starts } from '../../support/database/fault-settings.js';
import { createSeededDatabase } from '../../support/database/seeded-database.js';
import { shownPages } from '../../support/pages/page-paths.js';
import { seededPaths } from '../../support/http/seeded-paths.js';
import { listed, Reply, Service } from '../../support/http/service.js';
import { until } from '../../support/until.js';
import { TestDatabase } from '../../support/database/test-database.js';

const busyProcesses = 12 * availableParallelism();
/** Ends after an hour, even if the test is killed. */
const busyLoop = 'for (const end = Date.now() + 3_600_000; Date.now() < end; );';

/** The first requests to the service on a machine whose processors are busy with other processes. */
describe('a service that starts on a busy machine', () => {
  let database: TestDatabase;
  let busy: ChildProcess[];

  beforeAll(async () => {
    database = await createSeededDatabase();
    busy = Array.from({ length: busyProcesses }, () => spawn(process.execPath, ['-e', busyLoop]));
  });

  afterAll(async () => {
    for (const child of busy) child.kill('SIGKILL');
    await database.drop();
  });

  it(
    'serves the first request to each page and operation',
    async () => {
      const paths = [...shownPages.map(([, path]) => path), ...seededPaths, '/docs', '/docs-json', '/docs-yaml'];
      for (let start = 0; start < starts; start++) {
        const service = await Service.start({ DATABASE_URL: database.url, DATABASE_DEADLINE_SECONDS: '5' });
        // The port listens before a long warm-up ends, and a balancer waits for the readiness.
        await until(async () => (await service.get('/v1/health/ready')).status === 200);
        const replies: Reply[] = [];
        for (const path of paths) replies.push(await service.get(path));
        await service.stop();
        expect(listed(replies.filter(({ status }) => status === 0 || status >= 500))).toEqual([]);
      }
    },
    starts * 900_000,
  );
});
