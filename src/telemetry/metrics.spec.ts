import type { Socket } from 'node:net';
import { Metrics, MetricSources } from './metrics.js';
import { WatchedRequest } from './request-watch.js';

const sources: MetricSources = {
  pool: () => ({ total: 0, idle: 0, waiting: 0, max: 1 }),
  cache: () => ({ entries: 0, bytes: 0, maxBytes: 1 }),
  isLimitShared: () => undefined,
  refresher: () => ({}),
  data: () => Promise.resolve({ newestAt: null, boardRefreshedAt: null }),
};

const answered = (route: string, status: number): WatchedRequest => ({
  ...{ method: 'GET', route, status, durationMs: 1, bytes: 0, cache: 'none' },
  ...{ requestId: undefined, request: undefined, socket: {} as Socket },
});

it('a 503 counts as a rejected request, except if the service is not ready', async () => {
  const metrics = new Metrics(sources, '1.0.0');
  for (const status of [200, 404, 429, 500]) metrics.observe(answered('/v1/leaderboard', status));
  metrics.observe(answered('/v1/health/ready', 503));
  expect(await metrics.print()).toMatch(/^http_requests_rejected_total 0$/m);
  metrics.observe(answered('/v1/leaderboard', 503));
  expect(await metrics.print()).toMatch(/^http_requests_rejected_total 1$/m);
});
