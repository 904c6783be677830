import { availableParallelism } from 'node:os';

// The product is ES modules; the tests run it compiled to CommonJS, because @nestjs/throttler is CommonJS and asks for
// Nest with `require`, which Jest's own ES modules refuse. SWC mirrors what tsc emits.
const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: false },
  sourceMaps: 'inline',
};

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/(?!(@nestjs|@prisma)/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  ...more,
});

const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

// These ask nothing of the response cache: about the document, imports, seeding, counting in Redis, and the row counts.
// The last four are about the cache, and set it themselves.
const askedOnce =
  /(contract|openapi|typed-clients|routes|import-docs|seed|shared-rate-limit|meta|throttle-decorators|cache-front|cache-keys|http-caching)\.e2e-spec\.ts$/;

export default {
  testTimeout: 30_000,
  // One process for each core, as far as PostgreSQL has connections for them. A process keeps some memory of each file
  // that it has run, so it is replaced when that gets too much.
  maxWorkers: Math.min(availableParallelism(), 4),
  workerIdleMemoryLimit: '600MB',
  projects: [
    project('unit', ['<rootDir>/src/**/*.spec.ts']),
    project('integration', ['<rootDir>/test/integration/**/*.int-spec.ts'], withDatabase),
    // The same tests with the response cache off and on, but for a few: it must not show, but in headers.
    project('e2e', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], {
      ...withDatabase,
      globals: { cacheTtlSeconds: '0' },
      testPathIgnorePatterns: ['/node_modules/', askedOnce.source],
    }),
    project('e2e-cached', ['<rootDir>/test/e2e/**/*.e2e-spec.ts'], {
      ...withDatabase,
      globals: { cacheTtlSeconds: '15' },
    }),
    // What takes minutes; npm test leaves it out.
    project('fuzz', ['<rootDir>/test/fuzz/**/*.fuzz-spec.ts'], { ...withDatabase, globals: { cacheTtlSeconds: '15' } }),
    project('faults', ['<rootDir>/test/faults/**/*.faults-spec.ts'], {
      ...withDatabase,
      globals: { cacheTtlSeconds: '15' },
    }),
  ],
};
