import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { swcOptions } from './scripts/swc-options.mjs';

const swc = (tsx) => ({ ...swcOptions(tsx), sourceMaps: 'inline' });

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  transform: { '^.+\\.tsx$': ['@swc/jest', swc(true)], '^.+\\.(ts|js|mjs)$': ['@swc/jest', swc(false)] },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@prisma|d3-[a-z-]+|internmap)/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  ...more,
});

const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

const uncached = { ...withDatabase, globals: { cacheTtlSeconds: '0' } };
const cached = { ...withDatabase, globals: { cacheTtlSeconds: '15' } };

// These ask nothing of the response cache: about the document, the client, imports, seeding, counting in Redis, and the row counts.
// The last four are about the cache, and set it themselves.
const askedOnce =
  /(contract|openapi|typed-clients|client|client-package|routes|import-docs|seed|session-settings|shared-rate-limit|meta|throttle-decorators|cache-front|cache-keys|http-caching)\.e2e-spec\.ts$/;

const filesOf = (folder, ending) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();

// These replace a module, or have a snapshot, which belong to their file.
const alone = /(accepted-encoding\.spec|docs\.e2e-spec|openapi\.e2e-spec)\.ts$/;
const endToEnd = filesOf('test/e2e', '.e2e-spec.ts').filter((name) => !alone.test(name));

// Jest loads Nest and Prisma anew for each file, which takes longer than the tests of most. npm test runs the tests as these
// few files instead, and leaves out the projects that run them one by one.
const together = (name, parts, files, settings = {}) =>
  Array.from({ length: parts }, (_, part) =>
    project(`${name}-part-${part + 1}`, ['<rootDir>/test/support/together.ts'], {
      ...settings,
      globals: { ...settings.globals, together: files.filter((_file, index) => index % parts === part) },
    }),
  );

export default {
  testTimeout: 120_000,
  // One process for each core, as far as PostgreSQL has connections for them. A process keeps some memory of each file
  // that it has run, so it is replaced when that gets too much.
  maxWorkers: Math.min(availableParallelism(), 4),
  workerIdleMemoryLimit: '600MB',
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/support/**/*.spec.ts']),
    project('integration', ['<rootDir>/test/integration/**/*.int-spec.ts'], withDatabase),
    // The same tests with the response cache off and on, but for a few: it must not show, but in headers.
    project('e2e', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], {
      ...uncached,
      testPathIgnorePatterns: ['/node_modules/', askedOnce.source],
    }),
    project('e2e-cached', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], cached),
    ...together(
      'unit',
      1,
      [...filesOf('src', '.spec.ts'), ...filesOf('test/support', '.spec.ts')].filter((name) => !alone.test(name)),
    ),
    ...together('integration', 6, filesOf('test/integration', '.int-spec.ts'), withDatabase),
    ...together(
      'e2e',
      2,
      endToEnd.filter((name) => !askedOnce.test(name)),
      uncached,
    ),
    ...together('e2e-cached', 3, endToEnd, cached),
    project('unit-alone', ['<rootDir>/src/response-cache/accepted-encoding.spec.ts']),
    project('e2e-alone', ['<rootDir>/test/e2e/docs.e2e-spec.ts'], uncached),
    project('e2e-cached-alone', ['<rootDir>/test/e2e/(docs|openapi).e2e-spec.ts'], cached),
    // The pages in a real browser.
    project('pages', ['<rootDir>/test/pages/**/*.pages-spec.ts'], cached),
    // Makes pictures of the pages, for people to look at.
    project('screenshots', ['<rootDir>/test/screenshots/*.shots-spec.ts'], cached),
    // What takes minutes; npm test leaves it out.
    project('fuzz', ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'], cached),
    project('collect', ['<rootDir>/test/collect/**/*.collect-spec.ts'], withDatabase),
    project('scale', ['<rootDir>/test/scale/**/*.scale-spec.ts']),
    project('faults', ['<rootDir>/test/faults/**/*.faults-spec.ts'], cached),
  ],
};
