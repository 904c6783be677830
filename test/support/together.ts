import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** Test files that this file runs, relative to the project's folder. Jest's configuration sets this variable. */
declare const together: readonly string[];

const root = path.resolve(__dirname, '../..');

for (const file of together)
  describe(file, () => {
    const t0 = performance.now();
    const c0 = process.cpuUsage();
    jest.requireActual(path.join(root, file));
    const loadMs = performance.now() - t0;
    const lc = process.cpuUsage(c0);
    let t1 = 0;
    let c1 = process.cpuUsage();
    beforeAll(() => {
      t1 = performance.now();
      c1 = process.cpuUsage();
    });
    afterAll(() => {
      const c = process.cpuUsage(c1);
      appendFileSync(
        '/tmp/tests-durations.jsonl',
        JSON.stringify({
          file,
          loadMs,
          loadCpu: (lc.user + lc.system) / 1e3,
          runMs: performance.now() - t1,
          cpu: (c.user + c.system) / 1e3,
        }) + '\n',
      );
    });
  });
