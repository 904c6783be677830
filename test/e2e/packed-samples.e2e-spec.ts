import { withOwner } from '../../src/database/owner-client.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { runsOf } from '../support/data/property-runs.js';
import { seededPaths } from '../support/http/seeded-paths.js';
import { TestApp } from '../support/http/test-app.js';
import { createSeededDatabase, seedMoment } from '../support/database/seeded-database.js';

const granularities = ['minutely', 'fiveMinutes', 'tenMinutes', 'thirtyMinutes', 'hourly'];

it('returns the same bytes after the samples of the seed are packed', async () => {
  const database = await createSeededDatabase(seedMoment);
  const query = <Row extends object>(sql: string) =>
    withOwner(database.url, async (client) => (await client.query<Row>(sql)).rows);
  const sampled = await query<{ id: string }>('SELECT DISTINCT v.stream_id AS id FROM viewer_samples v ORDER BY 1');
  const every = Math.max(1, Math.round(3 / runsOf(3)));
  const graphs = sampled
    .flatMap(({ id }) => granularities.map((name) => `/v1/streams/${id}/graphs/${name}`))
    .filter((_path, i) => i % every === 0);
  const paths = [
    ...seededPaths,
    ...sampled.map(({ id }) => `/v1/streams/${id}`),
    ...graphs.flatMap((path) => [path, `${path}?points=20`, `${path}?points=9&from=2026-09-30T20:00:30Z`]),
  ];
  const answers = async () => {
    const api = await TestApp.start({ databaseUrl: database.url, now: seedMoment, env: { RATE_LIMIT: '1000000' } });
    try {
      const found: Record<string, string> = {};
      for (const path of paths) {
        const { status, text } = await api.get(path);
        found[path] = `${status} ${text}`;
      }
      return found;
    } finally {
      await api.stop();
    }
  };
  const before = await answers();
  const moments = 'SELECT v.* FROM all_viewer_samples v ORDER BY v.stream_id, v.created_at';
  const samples = await query(moments);
  const before2030 = { before: new Date('2030-01-01T00:00:00Z') };
  const { streams, samples: count } = await withOwner(database.url, (client) => packSamples(client, before2030));
  expect(streams).toBeGreaterThan(3);
  expect(count).toBeGreaterThan(samples.length / 2);
  expect(await query(moments)).toEqual(samples);
  expect(await answers()).toEqual(before);
  await database.drop();
});
