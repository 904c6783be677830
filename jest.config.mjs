import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { packParts } from './scripts/pack-parts.mjs';
import { swcOptions } from './scripts/swc-options.mjs';
import { storedDurations } from './scripts/test-durations.mjs';

const transformer = '<rootDir>/scripts/jest-transformer.mjs';
const swc = (tsx) => ({ ...swcOptions(tsx), sourceMaps: 'inline' });

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  // With one ID, the projects share the folder of compiled files.
  id: 'streaming-analytics-api',
  testMatch,
  testEnvironment: 'node',
  transform: { '^.+\\.tsx$': [transformer, swc(true)], '^.+\\.(ts|js|mjs)$': [transformer, swc(false)] },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@prisma|d3-[a-z-]+|entities|internmap|tinypool)/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/test/support/generate.ts',
  ...more,
});

const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

const uncached = { ...withDatabase, globals: { cacheTtlSeconds: '0' } };
const cached = { ...withDatabase, globals: { cacheTtlSeconds: '15' } };

// Every end-to-end test runs with the response cache, which is the default of the service. These tests also run without the
// cache, because the cache changes the path of a request through guards, headers and counters.
const alsoUncached = ['access-log', 'response-headers', 'auth', 'errors', 'metrics', 'rate-limit'].map(
  (name) => `test/e2e/${name}.e2e-spec.ts`,
);

const filesOf = (folder, ending) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

// These files mock a module, so each of them runs separately.
const alone = ['src/response-cache/accepted-encoding.spec.ts', 'test/e2e/another-platform.e2e-spec.ts'];

const durations = storedDurations();

// Jest loads Nest and Prisma again for each file, which takes longer than most tests. So npm test runs these few files, and
// skips the projects that run the same tests one by one.
const together = (name, parts, files, settings = {}) =>
  packParts(files, parts, durations).map(({ total, files: packed }, part) =>
    project(`${name}-part-${part + 1}`, ['<rootDir>/test/support/together.ts'], {
      ...settings,
      globals: { ...settings.globals, together: packed, expectedSeconds: total },
    }),
  );

const unitFiles = [...filesOf('src', '.spec.ts'), ...filesOf('test/support', '.spec.ts')];

const parts = [
  ...together(
    'unit',
    1,
    unitFiles.filter((name) => !alone.includes(name)),
  ),
  ...together('integration', 4, filesOf('test/integration', '.int-spec.ts'), withDatabase),
  ...together(
    'e2e',
    4,
    filesOf('test/e2e', '.e2e-spec.ts').filter((name) => !alone.includes(name)),
    cached,
  ),
  ...together('e2e-uncached', 1, alsoUncached, uncached),
  ...together('pages', 3, filesOf('test/pages', '.pages-spec.ts'), cached),
];

// Tests of abort signals, fetch, streams, timers, compression and TLS, whose results depend on the version of Node.js. CI also
// runs them with another version, if SECOND_NODE is the path of its binary.
const dependsOnRuntime = [
  ...unitFiles.filter((name) => /^src\/(collect|http\/errors|jobs\/webhooks|ingest\/sources\/formats)\//.test(name)),
  'src/jobs/refresh/keep-refreshing.spec.ts',
  'src/database/reads/batches.spec.ts',
  ...[
    'backup',
    'board-listener',
    'chat-reader',
    'collect-chat',
    'collect-command',
    'database-probe',
    'export',
    'import-floods',
    'interrupted-commands',
    'prisma.service',
    'redis-window.storage',
    'tls',
    'uncaught-error',
    'webhooks',
  ].map((name) => `test/integration/${name}.int-spec.ts`),
  ...['access-log', 'docs', 'errors', 'http-caching', 'meta', 'proxies', 'response-limits', 'unsent-bytes'].map(
    (name) => `test/e2e/${name}.e2e-spec.ts`,
  ),
];

export default {
  // For slow machines. Tests that take longer set their own limit.
  testTimeout: 600_000,
  // Two processes per core, because tests often wait. PostgreSQL's connections limit the number. A process keeps some memory
  // of each file that it has run, so Jest replaces the process at a memory limit.
  maxWorkers: Math.min(2 * availableParallelism(), 4),
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/scripts/test-order.mjs',
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/support/**/*.spec.ts']),
    project('integration', ['<rootDir>/test/integration/**/*.int-spec.ts'], withDatabase),
    project('e2e', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], cached),
    project(
      'e2e-uncached',
      alsoUncached.map((name) => `<rootDir>/${name}`),
      uncached,
    ),
    ...parts,
    project(
      'alone',
      alone.map((name) => `<rootDir>/${name}`),
      cached,
    ),
    // The pages in a real browser.
    project('pages', ['<rootDir>/test/pages/**/*.pages-spec.ts'], cached),
    // Takes screenshots of the pages for manual review.
    project('screenshots', ['<rootDir>/test/screenshots/*.shots-spec.ts'], cached),
    // Tests that npm test skips: npm run check and CI run them too.
    project('slow', ['<rootDir>/test/slow/**/*.slow-spec.ts'], cached),
    project(
      'runtime',
      dependsOnRuntime.map((name) => `<rootDir>/${name}`),
      cached,
    ),
    // Tests that take minutes.
    project('fuzz', ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'], cached),
    project('collect', ['<rootDir>/test/collect/**/*.collect-spec.ts'], withDatabase),
    project('scale', ['<rootDir>/test/scale/**/*.scale-spec.ts']),
    project('faults', ['<rootDir>/test/faults/**/*.faults-spec.ts'], cached),
  ],
};
