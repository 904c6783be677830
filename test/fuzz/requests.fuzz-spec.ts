import { withOwner } from '../../src/database/owner-client.js';
import { loadSeed } from '../../src/jobs/seed/load-seed.js';
import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { OpenApiContract } from '../support/http/openapi-contract.js';
import { TestApp, TestAppOptions } from '../support/http/test-app.js';
import { findFaults } from './answer-check.js';
import { fuzz, requestCount, seed } from './fuzz-run.js';
import { known } from './known-values.js';
import { requestArbitrary } from './request-arbitrary.js';

const token = 'token-of-the-tests-0123456789';

const services: Record<string, { share: number; env: TestAppOptions['env']; token?: string }> = {
  'an open service': { share: 0.6, env: {} },
  'a service with a token, a small budget, CORS and a proxy': {
    share: 0.4,
    env: {
      API_TOKEN: token,
      RATE_LIMIT: '500',
      RATE_WINDOW_SECONDS: '1',
      CORS_ORIGINS: 'https://dashboard.example.com',
      TRUST_PROXY: '1',
    },
    token,
  },
};

describe.each(Object.entries(services))('%s', (_name, { share, env, token }) => {
  let api: TestApp;

  beforeAll(async () => {
    process.stderr.write(`FUZZ_SEED=${seed}\n`);
    api = await TestApp.start({ env });
    await withOwner(api.databaseUrl, (client) => loadSeed(client, new Date()));
  });

  afterAll(() => api.stop());

  it('returns a documented response to every request', async () => {
    const document = createOpenApiDocument(api.app, api.app.get(Config));
    const contract = new OpenApiContract(document);
    await fuzz(api.port, requestArbitrary(document, { known, token }), requestCount * share, (request, answer) =>
      findFaults(contract, request, answer),
    );
  }, 1_800_000);
});
